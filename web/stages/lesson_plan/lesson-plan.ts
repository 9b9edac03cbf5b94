import { lessonPlanFacts } from '#shared/stages/lesson_plan/kind.ts'
import { webKind } from '#web/stages/kind.ts'

export const lessonPlanStage = webKind(lessonPlanFacts, {
  screen: () => import('./LessonPlanScreen.tsx'),
  review: () => import('#web/stages/AnswerReview.tsx'),
  settingsEditor: null,
  notes: () => import('#web/lessons/LessonNotes.tsx'),
})
