import { multiformFacts } from '#shared/kinds/multiform/kind.ts'
import { webKind } from '#web/stages/kind.ts'

export const multiformStage = webKind(multiformFacts, {
  screen: () => import('./MultiformScreen.tsx'),
  settingsEditor: null,
  panel: () => import('./MultiformPanel.tsx'),
})
