import { videointerviewFacts } from '#shared/kinds/videointerview/kind.ts'
import { webKind } from '#web/stages/kind.ts'

export const videointerviewStage = webKind(videointerviewFacts, {
  screen: () => import('./InterviewScreen.tsx'),
  settingsEditor: null,
  panel: () => import('./InterviewPanel.tsx'),
})
