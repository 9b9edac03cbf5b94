import { lessonPlanFacts } from '#shared/stages/lesson_plan/kind.ts'
import { webKind } from '#web/stages/kind.ts'

export const lessonPlanStage = webKind(lessonPlanFacts, {
  screen: () => import('./LessonPlanScreen.tsx'),
  settingsEditor: null,
  notes: () => import('#web/lessons/LessonNotes.tsx'),
})
