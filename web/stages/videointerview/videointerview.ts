import { videointerviewFacts } from '#shared/stages/videointerview/kind.ts'
import { webKind } from '#web/stages/kind.ts'

export const videointerviewStage = webKind(videointerviewFacts, {
  screen: () => import('./InterviewScreen.tsx'),
  settingsEditor: null,
  panel: () => import('./InterviewPanel.tsx'),
})
