import type { StageType } from '#shared/stages/kinds.ts'
import { chooseTracks } from './choose_tracks/choose-tracks.ts'
import { essay } from './essay/essay.ts'
import { event } from './event/event.ts'
import { feedback } from './feedback/feedback.ts'
import { finalMentorChoose } from './final_mentor_choose/final-mentor-choose.ts'
import { form } from './form/form.ts'
import type { ServerStageKind } from './kind.ts'
import { lessonPlan } from './lesson_plan/lesson-plan.ts'
import { lessonReport } from './lesson_report/lesson-report.ts'
import { mentorChoice } from './mentor_choice/mentor-choice.ts'
import { mentorMeetings } from './mentor_meetings/mentor-meetings.ts'
import { mgmtProposal } from './mgmt_proposal/mgmt-proposal.ts'
import { mgmtSolutionAssessment } from './mgmt_solution_assessment/mgmt-solution-assessment.ts'
import { multiform } from './multiform/multiform.ts'
import { playoff } from './playoff/playoff.ts'
import { publicLesson } from './public_lesson/public-lesson.ts'
import { questionnaire } from './questionnaire/questionnaire.ts'
import { registration } from './registration/registration.ts'
import { rules } from './rules/rules.ts'
import { teamsEvaluation } from './teams_evaluation/teams-evaluation.ts'
import { teamsForming } from './teams_forming/teams-forming.ts'
import { teamsSolution } from './teams_solution/teams-solution.ts'
import { test } from './test/test.ts'
import { videointerview } from './videointerview/videointerview.ts'

export const serverStageKinds: Record<StageType, ServerStageKind> = {
  registration,
  rules,
  form,
  essay,
  teams_forming: teamsForming,
  teams_solution: teamsSolution,
  teams_evaluation: teamsEvaluation,
  mentor_choice: mentorChoice,
  final_mentor_choose: finalMentorChoose,
  mentor_meetings: mentorMeetings,
  questionnaire,
  feedback,
  multiform,
  mgmt_proposal: mgmtProposal,
  public_lesson: publicLesson,
  lesson_plan: lessonPlan,
  lesson_report: lessonReport,
  mgmt_solution_assessment: mgmtSolutionAssessment,
  playoff,
  event,
  test,
  videointerview,
  choose_tracks: chooseTracks,
}
