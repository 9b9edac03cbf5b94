import { publicLessonFacts } from '#shared/programme/public_lesson/kind.ts'
import { webKind } from '#web/stages/kind.ts'

export const publicLessonStage = webKind(publicLessonFacts, {
  screen: () => import('./PublicLessonScreen.tsx'),
  settingsEditor: null,
  panel: () => import('./PublicLessonPanel.tsx'),
})
