import { teamsEvaluationFacts } from '#shared/kinds/teams_evaluation/kind.ts'
import { webKind } from '#web/stages/kind.ts'

export const teamsEvaluationStage = webKind(teamsEvaluationFacts, {
  screen: () => import('./TeamsEvaluationScreen.tsx'),
  settingsEditor: null,
  panel: () => import('./TeamsEvaluationPanel.tsx'),
})
