import { mgmtSolutionAssessmentFacts } from '#shared/kinds/mgmt_solution_assessment/kind.ts'
import { webKind } from '#web/stages/kind.ts'

export const mgmtSolutionAssessmentStage = webKind(mgmtSolutionAssessmentFacts, {
  screen: () => import('./PeerScreen.tsx'),
  settingsEditor: null,
  panel: () => import('./PeerPanel.tsx'),
})
