import type { StageType } from '#shared/stages/kinds.ts'
import { essay } from './essay/essay.ts'
import { feedback } from './feedback/feedback.ts'
import { finalMentorChoose } from './final_mentor_choose/final-mentor-choose.ts'
import { form } from './form/form.ts'
import type { ServerStageKind } from './kind.ts'
import { mentorChoice } from './mentor_choice/mentor-choice.ts'
import { mentorMeetings } from './mentor_meetings/mentor-meetings.ts'
import { mgmtSolutionAssessment } from './mgmt_solution_assessment/mgmt-solution-assessment.ts'
import { multiform } from './multiform/multiform.ts'
import { questionnaire } from './questionnaire/questionnaire.ts'
import { registration } from './registration/registration.ts'
import { rules } from './rules/rules.ts'
import { teamsForming } from './teams_forming/teams-forming.ts'

export const serverStageKinds: Record<StageType, ServerStageKind> = {
  registration,
  rules,
  form,
  essay,
  teams_forming: teamsForming,
  mentor_choice: mentorChoice,
  final_mentor_choose: finalMentorChoose,
  mentor_meetings: mentorMeetings,
  questionnaire,
  feedback,
  multiform,
  mgmt_solution_assessment: mgmtSolutionAssessment,
}
