import { useQuery } from '@tanstack/react-query'
import { quoted } from '#shared/platform/text/quoted.ts'
import { counted } from '#shared/platform/time/plural.ts'
import { groupPage } from '#shared/stages/regional-view.ts'
import { useHistoryState } from '#web/platform/navigation/use-history-state.ts'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { Moments } from '#web/platform/ui/Moments.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { Pagination } from '#web/platform/ui/Pagination.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import { TextField } from '#web/platform/ui/TextField.tsx'
import { useTyped } from '#web/platform/use-typed.ts'
import { groupQuery } from './queries.ts'
import { RegionalTeamRow } from './RegionalTeamRow.tsx'
import { TeamRows } from './TeamRow.tsx'
import styles from './Teams.module.css'
import { LeaveDialog, LeaveFirstDialog } from './TeamsDialogs.tsx'
import { useMembership } from './use-membership.ts'

/** The group's teams: the person's own first, ten on a page, found by name. */
export function TeamList({ competition }: { competition: string }) {
  const [search, setSearch] = useHistoryState('team-list', { name: '', page: 1 })
  const { typed, setTyped } = useTyped(
    (name) => setSearch((now) => (now.name === name ? now : { name, page: 1 })),
    search.name,
  )
  const query = useQuery({
    ...groupQuery(competition, search.page, search.name),
    placeholderData: (before) => before,
  })
  const membership = useMembership(competition)
  const { leaving } = membership

  return (
    <QueryStates of={[query]} loading="Загружаем команды…" failed="Команды не загрузились" lines={5} height="8rem">
      {(data) => {
        if (data.group === null) return <NoGroup />
        const { teams, count } = data
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
              <TextField
                label="Найти команду по названию"
                name="team_name"
                type="search"
                maxLength={100}
                value={typed}
                onChange={setTyped}
              />
              <p role="status" className={styles.quiet}>
                {search.name === '' ? 'Всего' : 'Нашлось'}: {counted(count, 'команда', 'команды', 'команд')}
              </p>
            </div>
            {count === 0 ? (
              <EmptyState
                kind={search.name === '' ? 'empty' : 'found-nothing'}
                level={3}
                title={emptyTitle(search.name)}
              >
                {search.name !== '' && 'Проверьте название или очистите поле, чтобы увидеть все команды.'}
              </EmptyState>
            ) : (
              <TeamRows busy={query.isPlaceholderData}>
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
            <Pagination
              page={search.page}
              pages={Math.ceil(count / groupPage)}
              label="Страницы команд"
              onChange={(page) => setSearch((now) => ({ ...now, page }))}
            />
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

const emptyTitle = (name: string) => (name === '' ? 'Команд пока нет' : `Команды ${quoted(name)} не нашлось`)
