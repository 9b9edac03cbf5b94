import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import BellIcon from 'lucide-react/icons/bell'
import { lazy } from 'react'
import { plural } from '#shared/platform/time/plural.ts'
import { NewOnes } from '#web/messages/notifications/NewOnes.tsx'
import { pollQuery } from '#web/messages/notifications/queries.ts'
import { loadChunk } from '#web/platform/navigation/load-chunk.ts'
import { PanelButton } from '#web/platform/ui/PanelButton.tsx'
import styles from './Bell.module.css'

const fetchPlace = async () => ({ default: (await import('#web/app/pressed.ts')).NotificationsPlace })
const NotificationsPlace = lazy(() => loadChunk(fetchPlace))

/** The bell with the number of unread notifications; it opens them. */
export function Bell() {
  const { data } = useQuery(pollQuery)
  const page = useLocation({ select: ({ pathname }) => pathname })
  const unread = data?.unread ?? 0
  const words = plural(unread, 'новое уведомление', 'новых уведомления', 'новых уведомлений')
  return (
    <>
      <PanelButton
        // Following a notification closes the list.
        key={page}
        kind="dialog"
        panel={NotificationsPlace}
        // A failure is ignored here: pressing the bell loads it again.
        prepare={() => void fetchPlace().catch(() => {})}
        label={unread > 0 ? `Уведомления: ${unread} ${words}` : 'Уведомления'}
        className={styles.trigger}
      >
        <BellIcon aria-hidden="true" />
        {unread > 0 && (
          <span className={styles.count} aria-hidden="true">
            {unread > 99 ? '99+' : unread}
          </span>
        )}
      </PanelButton>
      <NewOnes page={data} />
    </>
  )
}
