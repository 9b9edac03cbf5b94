import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import BellIcon from 'lucide-react/icons/bell'
import { parseWire } from '#shared/time/moscow.ts'
import { plural } from '#shared/time/plural.ts'
import { api } from '#web/platform/api/portal-api.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { Popover } from '#web/platform/ui/Popover.tsx'
import { Skeleton } from '#web/platform/ui/Skeleton.tsx'
import styles from './Bell.module.css'
import { unreadQuery } from './queries.ts'
import { timeAgo } from './time-ago.ts'

/** The bell with the number of unread notifications, and the list that it opens. */
export function Bell() {
  const { data } = useQuery(unreadQuery)
  const unread = data?.unread ?? 0
  const words = plural(unread, 'новое уведомление', 'новых уведомления', 'новых уведомлений')
  return (
    <Popover
      label={unread > 0 ? `Уведомления: ${unread} ${words}` : 'Уведомления'}
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
      <UnreadList />
    </Popover>
  )
}

function UnreadList() {
  const { data, error, refetch } = useQuery(unreadQuery)
  const queryClient = useQueryClient()
  const read = useMutation({
    mutationFn: (id: number) => api('PATCH /user/notifications/:id', { params: { id }, body: { status: 'read' } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['notifications'] }),
  })
  if (error) {
    return (
      <EmptyState
        kind="failed"
        title="Не удалось загрузить уведомления"
        level={3}
        action={
          <Button kind="secondary" size="s" onClick={() => refetch()}>
            Повторить
          </Button>
        }
      >
        {failureText(error)}
      </EmptyState>
    )
  }
  if (!data) return <Skeleton lines={4} label="Загружаем уведомления" />
  if (data.notifications.length === 0) return <p className={styles.empty}>Новых уведомлений не найдено</p>
  return (
    <ul className={styles.list}>
      {data.notifications.map(({ id, title, text, created }) => (
        <li key={id} className={styles.item}>
          <p className={styles.title}>{title}</p>
          <p>{text}</p>
          <p className={styles.foot}>
            <time>{timeAgo(parseWire(created) ?? new Date(), new Date())}</time>
            <Button kind="quiet" size="s" disabled={read.isPending} onClick={() => read.mutate(id)}>
              Прочитано
            </Button>
          </p>
        </li>
      ))}
    </ul>
  )
}
