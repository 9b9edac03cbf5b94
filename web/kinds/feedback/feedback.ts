import { feedbackFacts } from '#shared/kinds/feedback/kind.ts'
import { webKind } from '#web/stages/kind.ts'

export const feedbackStage = webKind(feedbackFacts, {
  screen: () => import('./FeedbackScreen.tsx'),
  settingsEditor: null,
  panel: () => import('./FeedbackPanel.tsx'),
})
