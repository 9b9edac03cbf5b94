import { chooseTracksKind } from './choose_tracks/contract.ts'
import { essayKind } from './essay/contract.ts'
import { eventKind } from './event/contract.ts'
import { feedbackKind } from './feedback/contract.ts'
import { finalMentorChooseKind } from './final_mentor_choose/contract.ts'
import { formKind } from './form/contract.ts'
import { lessonPlanKind } from './lesson_plan/contract.ts'
import { lessonReportKind } from './lesson_report/contract.ts'
import { mentorChoiceKind } from './mentor_choice/contract.ts'
import { mentorMeetingsKind } from './mentor_meetings/contract.ts'
import { mgmtProposalKind } from './mgmt_proposal/contract.ts'
import { mgmtSolutionAssessmentKind } from './mgmt_solution_assessment/contract.ts'
import { multiformKind } from './multiform/contract.ts'
import { playoffKind } from './playoff/contract.ts'
import { publicLessonKind } from './public_lesson/contract.ts'
import { questionnaireKind } from './questionnaire/contract.ts'
import { registrationKind } from './registration/contract.ts'
import { rulesKind } from './rules/contract.ts'
import { teamsEvaluationKind } from './teams_evaluation/contract.ts'
import { teamsFormingKind } from './teams_forming/contract.ts'
import { teamsSolutionKind } from './teams_solution/contract.ts'
import { testKind } from './test/contract.ts'
import { videointerviewKind } from './videointerview/contract.ts'

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
