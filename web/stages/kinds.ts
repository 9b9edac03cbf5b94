import type { StageType } from '#shared/stages/kinds.ts'
import { chooseTracksStage } from './choose_tracks/choose-tracks.ts'
import { essayStage } from './essay/essay.ts'
import { eventStage } from './event/event.ts'
import { feedbackStage } from './feedback/feedback.ts'
import { finalMentorChooseStage } from './final_mentor_choose/final-mentor-choose.ts'
import { formStage } from './form/form.ts'
import type { WebStageKind } from './kind.ts'
import { lessonPlanStage } from './lesson_plan/lesson-plan.ts'
import { lessonReportStage } from './lesson_report/lesson-report.ts'
import { mentorChoiceStage } from './mentor_choice/mentor-choice.ts'
import { mentorMeetingsStage } from './mentor_meetings/mentor-meetings.ts'
import { mgmtProposalStage } from './mgmt_proposal/mgmt-proposal.ts'
import { mgmtSolutionAssessmentStage } from './mgmt_solution_assessment/mgmt-solution-assessment.ts'
import { multiformStage } from './multiform/multiform.ts'
import { playoffStage } from './playoff/playoff.ts'
import { publicLessonStage } from './public_lesson/public-lesson.ts'
import { questionnaireStage } from './questionnaire/questionnaire.ts'
import { registrationStage } from './registration/registration.ts'
import { rulesStage } from './rules/rules.ts'
import { teamsEvaluationStage } from './teams_evaluation/teams-evaluation.ts'
import { teamsFormingStage } from './teams_forming/teams-forming.ts'
import { teamsSolutionStage } from './teams_solution/teams-solution.ts'
import { testStage } from './test/test.ts'
import { videointerviewStage } from './videointerview/videointerview.ts'

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
