import { chooseTracksDemo } from './choose-tracks.ts'
import { duelsDemo } from './duels.ts'
import { entryDemo } from './entry.ts'
import { essayDemo } from './essay.ts'
import { eventDemo } from './event.ts'
import { feedbackDemo } from './feedback.ts'
import { formDemo } from './form.ts'
import { judgedDemo } from './judged.ts'
import type { KindDemo } from './kind-demo.ts'
import { mentorsDemo } from './mentors.ts'
import { mgmtProposalDemo } from './mgmt-proposal.ts'
import { multiformDemo } from './multiform.ts'
import { peerDemo } from './peer.ts'
import { playoffDemo } from './playoff.ts'
import { publicLessonDemo } from './public-lesson.ts'
import { questionnaireDemo } from './questionnaire.ts'
import { teamsEvaluationDemo } from './teams-evaluation.ts'
import { teamsFormingDemo } from './teams-forming.ts'
import { teamsSolutionDemo } from './teams-solution.ts'
import { testDemo } from './test.ts'
import { videoInterviewDemo } from './video-interview.ts'

/** The kinds of stages of the competition «Все виды этапов», in the order of its path. */
export const everyKind: KindDemo[] = [
  entryDemo,
  formDemo,
  multiformDemo,
  essayDemo,
  judgedDemo,
  videoInterviewDemo,
  publicLessonDemo,
  peerDemo,
  questionnaireDemo,
  testDemo,
  feedbackDemo,
  teamsFormingDemo,
  chooseTracksDemo,
  teamsSolutionDemo,
  teamsEvaluationDemo,
  mentorsDemo,
  mgmtProposalDemo,
  playoffDemo,
  duelsDemo,
  eventDemo,
]
