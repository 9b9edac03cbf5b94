import type { lessonReportKind } from '#shared/programme/lesson_report/contract.ts'
import { reportFaults } from '#shared/programme/lesson_report/report-faults.ts'
import { WorkScreen } from '#web/kinds/screen/WorkScreen.tsx'
import type { StageScreenProps } from '#web/stages/kind.ts'
import type { LookOf } from '#web/stages/work-screen.ts'

const look: LookOf<typeof lessonReportKind> = {
  words: {
    loading: 'Загружаем отчёт…',
    failed: 'Отчёт не загрузился',
    notReady: 'Отчёт ещё готовится',
    check: 'Проверьте отчёт перед сдачей',
    afterwards: 'После сдачи изменить отчёт можно, только если координатор вернёт его на доработку.',
    handIn: 'Сдать отчёт',
    handingIn: 'Сдаём отчёт…',
    closed: 'Сдать отчёт уже нельзя. Написанное сохранено в черновике.',
    changed: 'Вопросы обновились, пока вы писали',
    changedAdvice: 'Ваши ответы на месте. Проверьте отмеченные поля и сдайте отчёт ещё раз.',
    taken: 'Отчёт принят на проверку',
    handedIn: 'Отчёт сдан',
    notNeeded: 'Отчёт не понадобился',
    notNeededAdvice: 'Урок засчитан без него, сдавать ничего не нужно.',
    answers: 'Ваш отчёт',
  },
  faults: reportFaults,
}

/** Reporting a lesson; afterwards the report and its status. */
export default function LessonReportScreen(props: StageScreenProps) {
  return <WorkScreen {...props} look={look} />
}
