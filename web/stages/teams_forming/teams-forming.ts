import { teamsFormingFacts } from '#shared/stages/teams_forming/kind.ts'
import { withFiles } from '#web/platform/forms/late-files.ts'
import { webKind } from '#web/stages/kind.ts'

export const teamsFormingStage = webKind(teamsFormingFacts, {
  screen: withFiles(() => import('./TeamsFormingScreen.tsx')),
  settingsEditor: null,
  panel: () => import('./TeamsFormingPanel.tsx'),
})
