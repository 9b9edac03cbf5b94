import { essayFacts } from '#shared/kinds/essay/kind.ts'
import { webKind } from '#web/stages/kind.ts'

export const essayStage = webKind(essayFacts, {
  screen: () => import('./EssayScreen.tsx'),
  settingsEditor: null,
})
