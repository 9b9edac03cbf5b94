import { lessonReportFacts } from '#shared/programme/lesson_report/kind.ts'
import { webKind } from '#web/stages/kind.ts'

export const lessonReportStage = webKind(lessonReportFacts, {
  screen: () => import('./LessonReportScreen.tsx'),
  settingsEditor: null,
  notes: () => import('#web/programme/lessons/LessonNotes.tsx'),
})
