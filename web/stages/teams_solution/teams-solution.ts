import { teamsSolutionFacts } from '#shared/stages/teams_solution/kind.ts'
import { webKind } from '#web/stages/kind.ts'

export const teamsSolutionStage = webKind(teamsSolutionFacts, {
  screen: () => import('./TeamsSolutionScreen.tsx'),
  review: () => import('#web/stages/AnswerReview.tsx'),
  settingsEditor: null,
  panel: () => import('./TeamsSolutionPanel.tsx'),
})
