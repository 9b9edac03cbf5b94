import { chooseTracksFacts } from '#shared/stages/choose_tracks/kind.ts'
import { webKind } from '#web/stages/kind.ts'

export const chooseTracksStage = webKind(chooseTracksFacts, {
  screen: () => import('./ChooseTracksScreen.tsx'),
  review: () => import('#web/stages/AnswerReview.tsx'),
  settingsEditor: () => import('./TrackSettings.tsx'),
  panel: () => import('./TracksPanel.tsx'),
})
