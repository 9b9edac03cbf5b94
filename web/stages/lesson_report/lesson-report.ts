import { lessonReportFacts } from '#shared/stages/lesson_report/kind.ts'
import { webKind } from '#web/stages/kind.ts'

export const lessonReportStage = webKind(lessonReportFacts, {
  screen: () => import('./LessonReportScreen.tsx'),
  settingsEditor: null,
  notes: () => import('#web/lessons/LessonNotes.tsx'),
})
