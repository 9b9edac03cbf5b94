import { testFacts } from '#shared/kinds/test/kind.ts'
import { webKind } from '#web/stages/kind.ts'

export const testStage = webKind(testFacts, {
  screen: () => import('./TestScreen.tsx'),
  settingsEditor: () => import('./Blueprint.tsx'),
  panel: () => import('./TestPanel.tsx'),
})
