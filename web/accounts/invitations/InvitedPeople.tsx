import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { parseWire, showDate } from '#shared/platform/time/moscow.ts'
import { useList } from '#web/platform/navigation/use-list.ts'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { PagedList } from '#web/platform/ui/PagedList.tsx'
import styles from './Invite.module.css'
import { invitedPeopleQuery, peoplePage } from './queries.ts'

/** People who registered through this person's letters and link. */
export function InvitedPeople({ competition, open }: { competition: string; open: boolean }) {
  const list = useList('invited', {})
  const query = useQuery({
    ...invitedPeopleQuery(competition, list.asked.page),
    enabled: competition !== '',
    placeholderData: keepPreviousData,
  })
  return (
    <PagedList
      of={query}
      list={list}
      size={peoplePage}
      loading="Загружаем список…"
      failed="Список не загрузился"
      lines={4}
      level={3}
      empty={
        <EmptyState level={3} title={open ? 'Пока никто' : 'Никто не пришёл'}>
          {open && 'Имена появятся, когда люди зарегистрируются по вашей ссылке или письму.'}
        </EmptyState>
      }
    >
      {(data) => (
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
      )}
    </PagedList>
  )
}
