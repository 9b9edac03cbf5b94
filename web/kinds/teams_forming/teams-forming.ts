import { teamsFormingFacts } from '#shared/programme/teams_forming/kind.ts'
import { withFiles } from '#web/forms/fields/late-files.ts'
import { webKind } from '#web/stages/kind.ts'

export const teamsFormingStage = webKind(teamsFormingFacts, {
  screen: withFiles(() => import('./TeamsFormingScreen.tsx')),
  settingsEditor: null,
  panel: () => import('./TeamsFormingPanel.tsx'),
})
