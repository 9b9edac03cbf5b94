import { chooseTracksFacts } from '#shared/kinds/choose_tracks/kind.ts'
import { withFiles } from '#web/forms/fields/late-files.ts'
import { webKind } from '#web/stages/kind.ts'

export const chooseTracksStage = webKind(chooseTracksFacts, {
  screen: withFiles(() => import('./ChooseTracksScreen.tsx')),
  settingsEditor: () => import('./TrackSettings.tsx'),
  panel: () => import('./TracksPanel.tsx'),
})
