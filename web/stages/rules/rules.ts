import { rulesFacts } from '#shared/stages/rules/kind.ts'
import { webKind } from '#web/stages/kind.ts'

export const rulesStage = webKind(rulesFacts, {
  screen: () => import('./RulesScreen.tsx'),
  settingsEditor: null,
  panel: () => import('./RulesPanel.tsx'),
})
