import { eventFacts } from '#shared/programme/event/kind.ts'
import { webKind } from '#web/stages/kind.ts'

export const eventStage = webKind(eventFacts, {
  screen: () => import('./EventScreen.tsx'),
  settingsEditor: null,
  panel: () => import('./EventPanel.tsx'),
})
