import { teamsFormingFacts } from '#shared/stages/teams_forming/kind.ts'
import { webKind } from '#web/stages/kind.ts'

export const teamsFormingStage = webKind(teamsFormingFacts, {
  screen: () => import('./TeamsFormingScreen.tsx'),
  review: null,
  settingsEditor: null,
  panel: () => import('./TeamsFormingPanel.tsx'),
})
