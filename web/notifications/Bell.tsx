import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import BellIcon from 'lucide-react/icons/bell'
import { useSyncExternalStore } from 'react'
import { plural } from '#shared/time/plural.ts'
import { Popover } from '#web/platform/ui/Popover.tsx'
import { Sheet } from '#web/platform/ui/Sheet.tsx'
import styles from './Bell.module.css'
import { NewOnes } from './NewOnes.tsx'
import { NotificationsPanel } from './NotificationsPanel.tsx'
import { pollQuery } from './queries.ts'

/** The bell with the number of unread notifications; it opens them beside it, on a phone over the whole width. */
export function Bell() {
  const { data } = useQuery(pollQuery)
  const narrow = useNarrow()
  const page = useLocation({ select: ({ pathname }) => pathname })
  const unread = data?.unread ?? 0
  const words = plural(unread, 'новое уведомление', 'новых уведомления', 'новых уведомлений')
  const Place = narrow ? Sheet : Popover
  return (
    <>
      <Place
        // Whoever follows a notification has left it: another page begins with the list closed.
        key={page}
        label="Уведомления"
        triggerLabel={unread > 0 ? `Уведомления: ${unread} ${words}` : 'Уведомления'}
        triggerClass={styles.trigger ?? ''}
        trigger={
          <>
            <BellIcon aria-hidden="true" />
            {unread > 0 && (
              <span className={styles.count} aria-hidden="true">
                {unread > 99 ? '99+' : unread}
              </span>
            )}
          </>
        }
      >
        <NotificationsPanel />
      </Place>
      <NewOnes page={data} />
    </>
  )
}

/** Below the middle breakpoint a list beside the bell would leave a strip of the page that is of no use. */
const narrowWindow = '(max-width: 680px)'

function useNarrow(): boolean {
  return useSyncExternalStore(
    (changed) => {
      const media = matchMedia(narrowWindow)
      media.addEventListener('change', changed)
      return () => media.removeEventListener('change', changed)
    },
    () => matchMedia(narrowWindow).matches,
  )
}
