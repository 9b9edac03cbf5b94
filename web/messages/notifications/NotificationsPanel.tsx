import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Tabs } from '#web/platform/ui/Tabs.tsx'
import { NotificationList } from './NotificationList.tsx'
import styles from './NotificationsPanel.module.css'
import { listQuery, pollQuery, type Status } from './queries.ts'
import { isMarking, useMarkRead } from './use-mark-read.ts'
import { itemsOf } from './without-read.ts'

/** Unread notifications and history, with their actions. */
export function NotificationsPanel() {
  const [view, setView] = useState<Status>('unread')
  const queryClient = useQueryClient()
  const { data: newest, dataUpdatedAt } = useQuery(pollQuery)
  const unread = useInfiniteQuery({
    ...listQuery('unread'),
    // What the bell has already loaded is shown at once.
    ...(newest ? { initialData: { pages: [newest], pageParams: [0] }, initialDataUpdatedAt: dataUpdatedAt } : {}),
  })
  const history = useInfiniteQuery(listQuery('read'))
  const mark = useMarkRead()

  // The poll runs while the list is open; the list is reloaded only when it differs.
  useEffect(() => {
    const shown = queryClient.getQueryData(listQuery('unread').queryKey)?.pages[0]
    if (!newest || !shown || isMarking(queryClient)) return
    if (shown.unread !== newest.unread || shown.notifications[0]?.id !== newest.notifications[0]?.id)
      void queryClient.invalidateQueries({ queryKey: listQuery('unread').queryKey })
  }, [newest, queryClient])

  const items = itemsOf(unread.data)
  const count = unread.data?.pages[0]?.unread ?? 0
  const upTo = items[0]?.id
  return (
    <div className={styles.panel}>
      {mark.error && (
        <p className={styles.failed} role="alert">
          {failureText(mark.error)}
        </p>
      )}
      <Tabs
        label="Уведомления"
        selected={view}
        onChange={(id) => setView(id as Status)}
        items={[
          {
            id: 'unread',
            title: count > 0 ? `Новые · ${count}` : 'Новые',
            content: (
              <NotificationList
                status="unread"
                list={unread}
                empty="Новых уведомлений не найдено"
                onRead={(id) => mark.mutate({ id })}
              />
            ),
          },
          {
            id: 'read',
            title: 'История',
            content: <NotificationList status="read" list={history} empty="Нет данных" />,
          },
        ]}
      />
      {/* Both tabs reserve this room, so that nothing jumps. */}
      <div className={styles.foot}>
        {view === 'unread' && upTo !== undefined && count > 1 && (
          <Button kind="quiet" size="s" onClick={() => mark.mutate({ upTo, how: count })}>
            Отметить все прочитанными
          </Button>
        )}
      </div>
    </div>
  )
}
