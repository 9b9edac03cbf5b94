import { mgmtProposalFacts } from '#shared/kinds/mgmt_proposal/kind.ts'
import { webKind } from '#web/stages/kind.ts'

export const mgmtProposalStage = webKind(mgmtProposalFacts, {
  screen: () => import('./MgmtProposalScreen.tsx'),
  settingsEditor: null,
  panel: () => import('./MgmtProposalPanel.tsx'),
})
