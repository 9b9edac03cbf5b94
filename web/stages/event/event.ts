import { eventFacts } from '#shared/stages/event/kind.ts'
import { webKind } from '#web/stages/kind.ts'

export const eventStage = webKind(eventFacts, {
  screen: () => import('./EventScreen.tsx'),
  review: null,
  settingsEditor: null,
  panel: () => import('./EventPanel.tsx'),
})
