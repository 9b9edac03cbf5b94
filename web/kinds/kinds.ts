import type { StageType } from '#shared/kinds/kinds.ts'
import { chooseTracksStage } from '#web/kinds/choose_tracks/choose-tracks.ts'
import { essayStage } from '#web/kinds/essay/essay.ts'
import { eventStage } from '#web/kinds/event/event.ts'
import { feedbackStage } from '#web/kinds/feedback/feedback.ts'
import { finalMentorChooseStage } from '#web/kinds/final_mentor_choose/final-mentor-choose.ts'
import { formStage } from '#web/kinds/form/form.ts'
import { lessonPlanStage } from '#web/kinds/lesson_plan/lesson-plan.ts'
import { lessonReportStage } from '#web/kinds/lesson_report/lesson-report.ts'
import { mentorChoiceStage } from '#web/kinds/mentor_choice/mentor-choice.ts'
import { mentorMeetingsStage } from '#web/kinds/mentor_meetings/mentor-meetings.ts'
import { mgmtProposalStage } from '#web/kinds/mgmt_proposal/mgmt-proposal.ts'
import { mgmtSolutionAssessmentStage } from '#web/kinds/mgmt_solution_assessment/mgmt-solution-assessment.ts'
import { multiformStage } from '#web/kinds/multiform/multiform.ts'
import { playoffStage } from '#web/kinds/playoff/playoff.ts'
import { publicLessonStage } from '#web/kinds/public_lesson/public-lesson.ts'
import { questionnaireStage } from '#web/kinds/questionnaire/questionnaire.ts'
import { registrationStage } from '#web/kinds/registration/registration.ts'
import { rulesStage } from '#web/kinds/rules/rules.ts'
import { teamsEvaluationStage } from '#web/kinds/teams_evaluation/teams-evaluation.ts'
import { teamsFormingStage } from '#web/kinds/teams_forming/teams-forming.ts'
import { teamsSolutionStage } from '#web/kinds/teams_solution/teams-solution.ts'
import { testStage } from '#web/kinds/test/test.ts'
import { videointerviewStage } from '#web/kinds/videointerview/videointerview.ts'
import type { WebStageKind } from '#web/stages/kind.ts'

/** Every kind that is built, by its code on the wire. */
export const webKinds: Record<StageType, WebStageKind> = {
  registration: registrationStage,
  rules: rulesStage,
  form: formStage,
  essay: essayStage,
  teams_forming: teamsFormingStage,
  teams_solution: teamsSolutionStage,
  teams_evaluation: teamsEvaluationStage,
  mentor_choice: mentorChoiceStage,
  final_mentor_choose: finalMentorChooseStage,
  mentor_meetings: mentorMeetingsStage,
  questionnaire: questionnaireStage,
  feedback: feedbackStage,
  multiform: multiformStage,
  mgmt_proposal: mgmtProposalStage,
  public_lesson: publicLessonStage,
  lesson_plan: lessonPlanStage,
  lesson_report: lessonReportStage,
  mgmt_solution_assessment: mgmtSolutionAssessmentStage,
  playoff: playoffStage,
  event: eventStage,
  test: testStage,
  videointerview: videointerviewStage,
  choose_tracks: chooseTracksStage,
}

const byType = new Map<string, WebStageKind>(Object.entries(webKinds))

/** The kind with this code; null when it is unknown. */
export const kindOf = (type: string): WebStageKind | null => byType.get(type) ?? null

/** The name of a stage's kind; empty for groups and unknown kinds. */
export const kindTitle = (type: string): string => kindOf(type)?.title ?? ''

type Screen = WebStageKind['screen']

/** Screens for single stages instead of their kind's, by `type:code`. */
const ownScreens: Record<string, Screen> = {}

/** The screen of a stage by its kind and code; null for a kind that is not built. */
export function screenOf(type: string, code: string, own: Record<string, Screen> = ownScreens): Screen | null {
  const key = `${type}:${code}`
  if (Object.hasOwn(own, key)) return own[key] ?? null
  return kindOf(type)?.screen ?? null
}
