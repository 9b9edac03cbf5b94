import { rulesFacts } from '#shared/kinds/rules/kind.ts'
import { webKind } from '#web/stages/kind.ts'

export const rulesStage = webKind(rulesFacts, {
  screen: () => import('./RulesScreen.tsx'),
  settingsEditor: null,
  panel: () => import('./RulesPanel.tsx'),
})
