import { isFailure } from '#web/platform/api/failure.ts'
import { failedAction } from '#web/platform/messages/failed-action.ts'
import { failureReference } from '#web/platform/messages/failure-text.ts'
import { PortalLinkButton } from '#web/platform/navigation/PortalLink.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import styles from './Bookings.module.css'

/** Explains the error in Russian; below it is the line that the specification requires, for support. */
export function EventFailed({ error, onRepeat }: { error: unknown; onRepeat: () => void }) {
  const { title, reason } = failedAction('offline_event', error)
  const reference = failureReference(error)
  const missing = isFailure(error, 'event_not_found', 'invalid_request')
  return (
    <EmptyState
      kind="failed"
      title={missing ? 'Такого мероприятия нет' : 'Не удалось загрузить мероприятие'}
      action={
        missing ? (
          <PortalLinkButton kind="secondary" to="/offline-event-booking">
            Все мероприятия
          </PortalLinkButton>
        ) : (
          <Button onClick={onRepeat}>Повторить</Button>
        )
      }
    >
      <p>{missing ? 'Возможно, оно для другого трека или запись отменили организаторы.' : reason}</p>
      <p className={styles.quiet}>
        <span lang="en">{title}</span>
        {reference && `. Номер обращения: ${reference}`}
      </p>
    </EmptyState>
  )
}
