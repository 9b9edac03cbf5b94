import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { parseWire, showDate } from '#shared/time/moscow.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { Pagination } from '#web/platform/ui/Pagination.tsx'
import { Skeleton } from '#web/platform/ui/Skeleton.tsx'
import styles from './Invite.module.css'
import { invitedPeopleQuery, peoplePage } from './queries.ts'

/** People who registered through this person's letters and link. */
export function InvitedPeople({ competition, open }: { competition: string; open: boolean }) {
  const [page, setPage] = useState(1)
  const { data, error, refetch } = useQuery({
    ...invitedPeopleQuery(competition, page),
    enabled: competition !== '',
    placeholderData: (before) => before,
  })
  if (!data)
    return error ? (
      <EmptyState
        kind="failed"
        level={3}
        title="Список не загрузился"
        action={<Button onClick={() => refetch()}>Повторить</Button>}
      >
        {failureText(error)}
      </EmptyState>
    ) : (
      <Skeleton lines={4} label="Загружаем список…" />
    )
  if (data.count === 0) {
    return (
      <EmptyState level={3} title={open ? 'Пока никто' : 'Никто не пришёл'}>
        {open && 'Имена появятся, когда люди зарегистрируются по вашей ссылке или письму.'}
      </EmptyState>
    )
  }
  return (
    <>
      <ul className={styles.people} aria-label={`Пришли по вашему приглашению: ${data.count}`}>
        {data.people.map(({ name, came }) => {
          const moment = parseWire(came)
          return (
            <li key={`${name} ${came}`}>
              <span>{name}</span>
              {moment && <time dateTime={moment.toISOString()}>{showDate(moment)}</time>}
            </li>
          )
        })}
      </ul>
      <Pagination page={page} pages={Math.ceil(data.count / peoplePage)} onChange={setPage} />
    </>
  )
}
