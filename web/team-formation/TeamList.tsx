import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { teamsPage } from '#shared/team-formation/limits.ts'
import { counted } from '#shared/time/plural.ts'
import { PortalLink, PortalLinkButton } from '#web/platform/navigation/PortalLink.tsx'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { Pagination } from '#web/platform/ui/Pagination.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import { TextField } from '#web/platform/ui/TextField.tsx'
import { ListedTeamCard } from './ListedTeamCard.tsx'
import { OwnProfile } from './OwnProfile.tsx'
import { type Teams, teamsQuery } from './queries.ts'
import { Seekers } from './Seekers.tsx'
import { StartTeam } from './StartTeam.tsx'
import styles from './TeamFormation.module.css'

/** Long enough not to ask at every key, short enough not to be noticed. */
const typingPause = 300

/** The teams of the stage, nine on a page, and for people without a team the ways to one. */
export function TeamList({ stageId, base }: { stageId: number; base: string }) {
  const [typed, setTyped] = useState('')
  const [search, setSearch] = useState({ name: '', page: 1 })
  const query = useQuery({
    ...teamsQuery(stageId, search.page, search.name),
    placeholderData: (before) => before,
  })

  useEffect(() => {
    const name = typed.trim()
    const wait = setTimeout(() => setSearch((now) => (now.name === name ? now : { name, page: 1 })), typingPause)
    return () => clearTimeout(wait)
  }, [typed])

  return (
    <QueryStates of={[query]} loading="Загружаем команды…" failed="Команды не загрузились" lines={5} height="8rem">
      {(data) => {
        const { teams, count } = data
        return (
          <div className={styles.page}>
            <Standing data={data} base={base} />
            {data.team_id === null && data.may_change && <StartTeam stageId={stageId} base={base} />}
            <section className={styles.section} aria-labelledby="all-teams">
              <Heading level={2} size={2} id="all-teams">
                Команды
              </Heading>
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
                  title={search.name === '' ? 'Команд пока нет' : `Команды «${search.name}» не нашлось`}
                >
                  {search.name === ''
                    ? data.may_change && 'Создайте первую: остальные увидят её здесь.'
                    : 'Проверьте название или очистите поле, чтобы увидеть все команды.'}
                </EmptyState>
              ) : (
                <ul className={styles.teams} aria-busy={query.isPlaceholderData}>
                  {teams.map((team) => (
                    <ListedTeamCard key={team.team_id} team={team} base={base} max={data.size.max} />
                  ))}
                </ul>
              )}
              <Pagination
                page={search.page}
                pages={Math.ceil(count / teamsPage)}
                label="Страницы команд"
                onChange={(page) => setSearch((now) => ({ ...now, page }))}
              />
            </section>
            {data.captain && data.team_id !== null && data.may_change && (
              <Seekers stageId={stageId} teamId={data.team_id} />
            )}
            <OwnProfile stageId={stageId} looking={data.looking} mayLook={data.team_id === null && data.may_change} />
          </div>
        )
      }}
    </QueryStates>
  )
}

/** How the person stands: in a team, invited to some, or late. */
function Standing({ data, base }: { data: Teams; base: string }) {
  return (
    <>
      {!data.may_change && (
        <Notice title="Состав команд уже не меняется">
          {data.reason}. {data.team_id === null && 'Вы не вошли ни в одну команду.'}
        </Notice>
      )}
      {data.team_id !== null && (
        <p>
          <PortalLinkButton to={base} kind="secondary">
            К моей команде
          </PortalLinkButton>
        </p>
      )}
      {data.team_id === null && data.invitations.length > 0 && (
        <Notice tone="success" title={data.invitations.length === 1 ? 'Вас зовут в команду' : 'Вас зовут в команды'}>
          <ul className={styles.plain}>
            {data.invitations.map(({ team_id, name }) => (
              <li key={team_id}>
                <PortalLink to={`${base}/${team_id}`}>«{name}»</PortalLink>
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </>
  )
}
