import { teamsEvaluationFacts } from '#shared/stages/teams_evaluation/kind.ts'
import { webKind } from '#web/stages/kind.ts'

export const teamsEvaluationStage = webKind(teamsEvaluationFacts, {
  screen: () => import('./TeamsEvaluationScreen.tsx'),
  settingsEditor: null,
  panel: () => import('./TeamsEvaluationPanel.tsx'),
})
