import { registrationKind } from '#shared/accounts/registration/contract.ts'
import { chooseTracksKind } from '#shared/kinds/choose_tracks/contract.ts'
import { essayKind } from '#shared/kinds/essay/contract.ts'
import { feedbackKind } from '#shared/kinds/feedback/contract.ts'
import { finalMentorChooseKind } from '#shared/kinds/final_mentor_choose/contract.ts'
import { formKind } from '#shared/kinds/form/contract.ts'
import { mgmtProposalKind } from '#shared/kinds/mgmt_proposal/contract.ts'
import { mgmtSolutionAssessmentKind } from '#shared/kinds/mgmt_solution_assessment/contract.ts'
import { multiformKind } from '#shared/kinds/multiform/contract.ts'
import { playoffKind } from '#shared/kinds/playoff/contract.ts'
import { questionnaireKind } from '#shared/kinds/questionnaire/contract.ts'
import { rulesKind } from '#shared/kinds/rules/contract.ts'
import { teamsEvaluationKind } from '#shared/kinds/teams_evaluation/contract.ts'
import { teamsSolutionKind } from '#shared/kinds/teams_solution/contract.ts'
import { testKind } from '#shared/kinds/test/contract.ts'
import { videointerviewKind } from '#shared/kinds/videointerview/contract.ts'
import { eventKind } from '#shared/programme/event/contract.ts'
import { lessonPlanKind } from '#shared/programme/lesson_plan/contract.ts'
import { lessonReportKind } from '#shared/programme/lesson_report/contract.ts'
import { mentorChoiceKind } from '#shared/programme/mentor_choice/contract.ts'
import { mentorMeetingsKind } from '#shared/programme/mentor_meetings/contract.ts'
import { publicLessonKind } from '#shared/programme/public_lesson/contract.ts'
import { teamsFormingKind } from '#shared/programme/teams_forming/contract.ts'

/** Every kind that is built, by its code on the wire. */
export const stageKinds = {
  registration: registrationKind,
  rules: rulesKind,
  form: formKind,
  essay: essayKind,
  teams_forming: teamsFormingKind,
  mentor_choice: mentorChoiceKind,
  final_mentor_choose: finalMentorChooseKind,
  mentor_meetings: mentorMeetingsKind,
  questionnaire: questionnaireKind,
  feedback: feedbackKind,
  multiform: multiformKind,
  mgmt_proposal: mgmtProposalKind,
  teams_solution: teamsSolutionKind,
  teams_evaluation: teamsEvaluationKind,
  public_lesson: publicLessonKind,
  lesson_plan: lessonPlanKind,
  lesson_report: lessonReportKind,
  mgmt_solution_assessment: mgmtSolutionAssessmentKind,
  playoff: playoffKind,
  event: eventKind,
  test: testKind,
  videointerview: videointerviewKind,
  choose_tracks: chooseTracksKind,
}

export type StageType = keyof typeof stageKinds

export const isStageType = (type: string): type is StageType => Object.hasOwn(stageKinds, type)
