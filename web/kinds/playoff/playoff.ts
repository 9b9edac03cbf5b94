import { playoffFacts } from '#shared/kinds/playoff/kind.ts'
import { webKind } from '#web/stages/kind.ts'

export const playoffStage = webKind(playoffFacts, {
  screen: () => import('./PlayoffScreen.tsx'),
  settingsEditor: null,
  panel: () => import('./PlayoffPanel.tsx'),
})
