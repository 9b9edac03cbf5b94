import { chooseTracks } from '#server/kinds/choose_tracks/choose-tracks.ts'
import { essay } from '#server/kinds/essay/essay.ts'
import { event } from '#server/kinds/event/event.ts'
import { feedback } from '#server/kinds/feedback/feedback.ts'
import { finalMentorChoose } from '#server/kinds/final_mentor_choose/final-mentor-choose.ts'
import { form } from '#server/kinds/form/form.ts'
import { lessonPlan } from '#server/kinds/lesson_plan/lesson-plan.ts'
import { lessonReport } from '#server/kinds/lesson_report/lesson-report.ts'
import { mentorChoice } from '#server/kinds/mentor_choice/mentor-choice.ts'
import { mentorMeetings } from '#server/kinds/mentor_meetings/mentor-meetings.ts'
import { mgmtProposal } from '#server/kinds/mgmt_proposal/mgmt-proposal.ts'
import { mgmtSolutionAssessment } from '#server/kinds/mgmt_solution_assessment/mgmt-solution-assessment.ts'
import { multiform } from '#server/kinds/multiform/multiform.ts'
import { playoff } from '#server/kinds/playoff/playoff.ts'
import { publicLesson } from '#server/kinds/public_lesson/public-lesson.ts'
import { questionnaire } from '#server/kinds/questionnaire/questionnaire.ts'
import { registration } from '#server/kinds/registration/registration.ts'
import { rules } from '#server/kinds/rules/rules.ts'
import { teamsEvaluation } from '#server/kinds/teams_evaluation/teams-evaluation.ts'
import { teamsForming } from '#server/kinds/teams_forming/teams-forming.ts'
import { teamsSolution } from '#server/kinds/teams_solution/teams-solution.ts'
import { test } from '#server/kinds/test/test.ts'
import { videointerview } from '#server/kinds/videointerview/videointerview.ts'
import type { ServerStageKind } from '#server/stages/kind.ts'
import type { StageType } from '#shared/kinds/kinds.ts'

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
