import { parseWire, showDateTime } from '#shared/platform/time/moscow.ts'
import { SafeHtml } from '#web/platform/html/SafeHtml.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { Moments } from '#web/platform/ui/Moments.tsx'
import styles from './NotificationsPanel.module.css'
import type { Notification } from './queries.ts'
import { timeAgo } from './time-ago.ts'

interface NotificationItemProps {
  notification: Notification
  now: Date
  /** Absent in the history. */
  onRead?: (id: number) => void
}

export function NotificationItem({ notification, now, onRead }: NotificationItemProps) {
  const { id, title, text, payload, created } = notification
  const moment = parseWire(created) ?? now
  return (
    <li className={styles.item} data-notification={id}>
      <Heading level={3} size={4} className={styles.title ?? ''}>
        <Moments text={title} />
      </Heading>
      {text !== '' && (
        <p className={styles.text}>
          <Moments text={text} />
        </p>
      )}
      {payload !== '' && <SafeHtml html={payload} className={styles.payload} />}
      <div className={styles.about}>
        <time dateTime={moment.toISOString()} title={showDateTime(moment)}>
          {timeAgo(moment, now)}
        </time>
        {onRead && (
          <Button
            kind="quiet"
            size="s"
            className={styles.read ?? ''}
            aria-label={`Отметить прочитанным: ${title}`}
            onClick={() => onRead(id)}
          >
            Отметить прочитанным
          </Button>
        )}
      </div>
    </li>
  )
}
