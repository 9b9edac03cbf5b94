import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { parseWire, showDate } from '#shared/platform/time/moscow.ts'
import { useHistoryState } from '#web/platform/navigation/use-history-state.ts'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { Pagination } from '#web/platform/ui/Pagination.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import styles from './Invite.module.css'
import { invitedPeopleQuery, peoplePage } from './queries.ts'

/** People who registered through this person's letters and link. */
export function InvitedPeople({ competition, open }: { competition: string; open: boolean }) {
  const [page, setPage] = useHistoryState('invited-people-page', 1)
  const query = useQuery({
    ...invitedPeopleQuery(competition, page),
    enabled: competition !== '',
    placeholderData: keepPreviousData,
  })
  return (
    <QueryStates of={[query]} loading="Загружаем список…" failed="Список не загрузился" lines={4} level={3}>
      {(data) =>
        data.count === 0 ? (
          <EmptyState level={3} title={open ? 'Пока никто' : 'Никто не пришёл'}>
            {open && 'Имена появятся, когда люди зарегистрируются по вашей ссылке или письму.'}
          </EmptyState>
        ) : (
          <>
            <ul className={styles.people} aria-label={`Пришли по вашему приглашению: ${data.count}`}>
              {data.people.map(({ name, came }) => {
                const moment = parseWire(came)
                return (
                  <li key={`${name} ${came}`}>
                    <span>
                      <bdi>{name}</bdi>
                    </span>
                    {moment && <time dateTime={moment.toISOString()}>{showDate(moment)}</time>}
                  </li>
                )
              })}
            </ul>
            <Pagination page={page} pages={Math.ceil(data.count / peoplePage)} onChange={setPage} />
          </>
        )
      }
    </QueryStates>
  )
}
