import { PageHeading } from '#web/platform/navigation/PageHeading.tsx'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import styles from './Duties.module.css'

/** The assessor's home. */
export function DeskPage() {
  return (
    <div className={styles.page}>
      <PageHeading title="Рабочий стол" />
      <EmptyState title="Работ для вас сейчас нет">
        Когда организаторы назначат вам работы, они появятся здесь: сколько их, до какого срока и с чего начать. Мы
        пришлём уведомление и письмо.
      </EmptyState>
    </div>
  )
}
