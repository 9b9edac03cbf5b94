import { lessonPlanFacts } from '#shared/programme/lesson_plan/kind.ts'
import { webKind } from '#web/stages/kind.ts'

export const lessonPlanStage = webKind(lessonPlanFacts, {
  screen: () => import('./LessonPlanScreen.tsx'),
  settingsEditor: null,
  notes: () => import('#web/programme/lessons/LessonNotes.tsx'),
})
