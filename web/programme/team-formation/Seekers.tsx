import { useQuery } from '@tanstack/react-query'
import { fullName } from '#shared/platform/names/full-name.ts'
import { seekersPage } from '#shared/programme/team-formation/limits.ts'
import { useList } from '#web/platform/navigation/use-list.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { ListSearch } from '#web/platform/ui/ListFilters.tsx'
import { countOf, PagedList } from '#web/platform/ui/PagedList.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { VisuallyHidden } from '#web/platform/ui/VisuallyHidden.tsx'
import { PersonLine } from '#web/programme/regional-teams/PersonLine.tsx'
import { StatusBadge } from '#web/stages/StatusBadge.tsx'
import { invitePerson, seekersQuery, useTeamChange } from './queries.ts'
import styles from './TeamFormation.module.css'

/** For a captain: people who look for a team, found by skill and region. */
export function Seekers({ stageId, teamId }: { stageId: number; teamId: number }) {
  const list = useList('seekers', { search: '' })
  const query = useQuery({
    ...seekersQuery(stageId, list.asked.page, list.asked.search),
    placeholderData: (before) => before,
  })
  const { pending, change } = useTeamChange()

  return (
    <Panel title="Ищут команду">
      <div className={styles.section}>
        <div className={styles.search}>
          <ListSearch list={list} label="Найти по навыку или региону" name="seekers" maxLength={100} />
          {query.data && (
            <p role="status" className={styles.quiet}>
              {countOf(query, 'человек', 'человека', 'человек')}
            </p>
          )}
        </div>
        <PagedList
          of={query}
          list={list}
          size={seekersPage}
          loading="Загружаем тех, кто ищет команду…"
          failed="Список не загрузился"
          lines={3}
          height="4rem"
          level={3}
          label="Страницы тех, кто ищет команду"
          empty="Сейчас команду никто не ищет."
          nothing="По таким словам никого не нашлось."
        >
          {({ seekers }) => (
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
          )}
        </PagedList>
      </div>
    </Panel>
  )
}
