import { useQuery } from '@tanstack/react-query'
import { fullName } from '#shared/platform/names/full-name.ts'
import { counted } from '#shared/platform/time/plural.ts'
import { seekersPage } from '#shared/programme/team-formation/limits.ts'
import { useHistoryState } from '#web/platform/navigation/use-history-state.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Pagination } from '#web/platform/ui/Pagination.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import { TextField } from '#web/platform/ui/TextField.tsx'
import { VisuallyHidden } from '#web/platform/ui/VisuallyHidden.tsx'
import { useTyped } from '#web/platform/use-typed.ts'
import { PersonLine } from '#web/programme/regional-teams/PersonLine.tsx'
import { StatusBadge } from '#web/stages/StatusBadge.tsx'
import { invitePerson, seekersQuery, useTeamChange } from './queries.ts'
import styles from './TeamFormation.module.css'

/** For a captain: people who look for a team, found by skill and region. */
export function Seekers({ stageId, teamId }: { stageId: number; teamId: number }) {
  const [search, setSearch] = useHistoryState('seekers', { words: '', page: 1 })
  const { typed, setTyped } = useTyped(
    (words) => setSearch((now) => (now.words === words ? now : { words, page: 1 })),
    search.words,
  )
  const query = useQuery({
    ...seekersQuery(stageId, search.page, search.words),
    placeholderData: (before) => before,
  })
  const { data } = query
  const { pending, change } = useTeamChange()

  return (
    <Panel title="Ищут команду">
      <div className={styles.section}>
        <div className={styles.search}>
          <TextField
            label="Найти по навыку или региону"
            name="seekers"
            type="search"
            maxLength={100}
            value={typed}
            onChange={setTyped}
          />
          {data && (
            <p role="status" className={styles.quiet}>
              {counted(data.count, 'человек', 'человека', 'человек')}
            </p>
          )}
        </div>
        <QueryStates
          of={[query]}
          loading="Загружаем тех, кто ищет команду…"
          failed="Список не загрузился"
          lines={3}
          height="4rem"
          level={3}
        >
          {({ count, seekers }) =>
            count === 0 ? (
              <p className={styles.quiet}>
                {search.words === '' ? 'Сейчас команду никто не ищет.' : 'По таким словам никого не нашлось.'}
              </p>
            ) : (
              <ul className={styles.people}>
                {seekers.map((person) => (
                  <PersonLine key={person.user_id} person={person}>
                    {person.invited ? (
                      <StatusBadge look="waiting">Приглашение отправлено</StatusBadge>
                    ) : (
                      <Button
                        kind="secondary"
                        size="s"
                        pending={pending === `invite-${person.user_id}`}
                        onClick={() =>
                          change(
                            `invite-${person.user_id}`,
                            () => invitePerson(teamId, person.user_id),
                            'Приглашение отправлено',
                          )
                        }
                      >
                        Пригласить
                        <VisuallyHidden>
                          : <bdi>{fullName(person)}</bdi>
                        </VisuallyHidden>
                      </Button>
                    )}
                  </PersonLine>
                ))}
              </ul>
            )
          }
        </QueryStates>
        <Pagination
          page={search.page}
          pages={Math.ceil((data?.count ?? 0) / seekersPage)}
          label="Страницы тех, кто ищет команду"
          onChange={(page) => setSearch((now) => ({ ...now, page }))}
        />
      </div>
    </Panel>
  )
}
