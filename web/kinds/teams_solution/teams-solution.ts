import { teamsSolutionFacts } from '#shared/kinds/teams_solution/kind.ts'
import { webKind } from '#web/stages/kind.ts'

export const teamsSolutionStage = webKind(teamsSolutionFacts, {
  screen: () => import('./TeamsSolutionScreen.tsx'),
  settingsEditor: null,
  panel: () => import('./TeamsSolutionPanel.tsx'),
})
