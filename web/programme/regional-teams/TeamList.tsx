import { useQuery } from '@tanstack/react-query'
import { quoted } from '#shared/platform/text/quoted.ts'
import { groupPage } from '#shared/stages/regional-view.ts'
import { useList } from '#web/platform/navigation/use-list.ts'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { ListSearch } from '#web/platform/ui/ListFilters.tsx'
import { Moments } from '#web/platform/ui/Moments.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { countOf, PagedList } from '#web/platform/ui/PagedList.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import { groupQuery } from './queries.ts'
import { RegionalTeamRow } from './RegionalTeamRow.tsx'
import { TeamRows } from './TeamRow.tsx'
import styles from './Teams.module.css'
import { LeaveDialog, LeaveFirstDialog } from './TeamsDialogs.tsx'
import { useMembership } from './use-membership.ts'

/** The group's teams: the person's own first, ten on a page, found by name. */
export function TeamList({ competition }: { competition: string }) {
  const list = useList('', { search: '' })
  const { search, page } = list.asked
  const query = useQuery({
    ...groupQuery(competition, page, search),
    placeholderData: (before) => before,
  })
  const membership = useMembership(competition)
  const { leaving } = membership

  return (
    <QueryStates of={[query]} loading="Загружаем команды…" failed="Команды не загрузились" lines={5} height="8rem">
      {(data) => {
        if (data.group === null) return <NoGroup />
        return (
          <section className={styles.list} aria-labelledby="teams-of-group">
            <Heading level={2} size={2} id="teams-of-group">
              {data.group.title}
            </Heading>
            {!data.may_change && (
              <Notice title="Состав команд уже не меняется">
                <Moments text={data.reason} />. {data.team_id === null && 'Вы не вошли ни в одну команду.'}
              </Notice>
            )}
            <div className={styles.search}>
              <ListSearch list={list} label="Найти команду по названию" name="team_name" maxLength={100} />
              <p role="status" className={styles.quiet}>
                {search === '' ? 'Всего' : 'Нашлось'}: {countOf(query, 'команда', 'команды', 'команд')}
              </p>
            </div>
            <PagedList
              of={query}
              list={list}
              size={groupPage}
              label="Страницы команд"
              empty={<EmptyState level={3} title="Команд пока нет" />}
              nothing={
                <EmptyState kind="found-nothing" level={3} title={`Команды ${quoted(search)} не нашлось`}>
                  Проверьте название или очистите поле, чтобы увидеть все команды.
                </EmptyState>
              }
            >
              {({ teams }) => (
                <TeamRows>
                  {teams.map((team) => (
                    <RegionalTeamRow
                      key={team.id}
                      team={team}
                      mayChange={data.may_change}
                      pending={membership.pending === team.id}
                      onAct={() => membership.act(team, data.team_id)}
                    />
                  ))}
                </TeamRows>
              )}
            </PagedList>
            {leaving && (
              <LeaveDialog team={leaving} onLeave={() => membership.leave(leaving)} onClose={membership.close} />
            )}
            <LeaveFirstDialog wanted={membership.wanted} onClose={membership.close} />
          </section>
        )
      }}
    </QueryStates>
  )
}

const NoGroup = () => (
  <EmptyState title="Для вашего региона команд пока нет">
    Организаторы добавят их позже. Если регион указан неверно, напишите в поддержку.
  </EmptyState>
)
