import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Failed } from '#web/platform/ui/Failed.tsx'
import { Skeleton } from '#web/platform/ui/Skeleton.tsx'
import { NotificationItem } from './NotificationItem.tsx'
import styles from './NotificationsPanel.module.css'
import type { Pages, Status } from './queries.ts'
import { useNow } from './use-now.ts'
import { itemsOf } from './without-read.ts'

interface NotificationListProps {
  status: Status
  list: UseInfiniteQueryResult<Pages>
  /** Shown when the list is empty. */
  empty: string
  onRead?: (id: number) => void
}

/** One list, which loads more near its end and keeps the place of the keyboard focus. */
export function NotificationList({ status, list, empty, onRead }: NotificationListProps) {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list
  const box = useRef<HTMLDivElement>(null)
  /** Which item gets the focus when the current one disappears. */
  const next = useRef<{ gone: number; id: number | undefined } | null>(null)
  const now = useNow()
  const items = itemsOf(data)

  useLayoutEffect(() => {
    const move = next.current
    if (!move || items.some(({ id }) => id === move.gone)) return
    next.current = null
    const button = box.current?.querySelector<HTMLElement>(`[data-notification="${move.id}"] button`)
    ;(button ?? box.current)?.focus()
  })

  const read = (id: number) => {
    const place = items.findIndex((item) => item.id === id)
    next.current = { gone: id, id: (items[place + 1] ?? items[place - 1])?.id }
    onRead?.(id)
  }

  return (
    // Without buttons in it the history must still be scrollable by keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls takes the focus
    <section className={styles.box} ref={box} tabIndex={0} aria-label={status === 'unread' ? 'Новые' : 'История'}>
      {items.length > 0 ? (
        <ul>
          {items.map((notification) => (
            <NotificationItem
              key={notification.id}
              notification={notification}
              now={now}
              {...(onRead ? { onRead: read } : {})}
            />
          ))}
        </ul>
      ) : error ? (
        <Failed title="Не удалось загрузить уведомления" error={error} onRepeat={refetch} level={3} />
      ) : data ? (
        <p className={styles.empty}>{empty}</p>
      ) : (
        <Skeleton lines={8} label="Загружаем уведомления" />
      )}
      {items.length > 0 && isFetchNextPageError && (
        <div className={styles.more} role="alert">
          <p>{failureText(error)}</p>
          <Button kind="secondary" size="s" onClick={() => fetchNextPage()}>
            Загрузить ещё
          </Button>
        </div>
      )}
      {isFetchingNextPage && <Skeleton lines={3} label="Загружаем ещё" />}
      {hasNextPage && !isFetchingNextPage && !isFetchNextPageError && (
        <End key={items.length} box={box} onNear={fetchNextPage} />
      )}
    </section>
  )
}

/**
 * An element after the last item that reports when it is nearly visible. Every page has a new one, because it reports
 * only once.
 */
function End({ box, onNear }: { box: React.RefObject<HTMLElement | null>; onNear: () => unknown }) {
  const mark = useRef<HTMLDivElement>(null)
  const near = useRef(onNear)
  near.current = onNear
  useEffect(() => {
    if (!mark.current) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && near.current(), {
      root: box.current,
      rootMargin: '200px',
    })
    observer.observe(mark.current)
    return () => observer.disconnect()
  }, [box])
  return <div ref={mark} className={styles.end} aria-hidden="true" />
}
