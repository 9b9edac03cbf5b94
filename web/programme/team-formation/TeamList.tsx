import { useQuery } from '@tanstack/react-query'
import { teamsPage } from '#shared/programme/team-formation/limits.ts'
import { useList } from '#web/platform/navigation/use-list.ts'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { ListSearch } from '#web/platform/ui/ListFilters.tsx'
import { countOf, PagedList } from '#web/platform/ui/PagedList.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import { Tabs } from '#web/platform/ui/Tabs.tsx'
import { TeamRows } from '#web/programme/regional-teams/TeamRow.tsx'
import type { StageDetails } from '#web/stages/queries.ts'
import { StageHead } from '#web/stages/StageHead.tsx'
import { ListedTeamRow } from './ListedTeamRow.tsx'
import { OwnProfile } from './OwnProfile.tsx'
import { teamsQuery } from './queries.ts'
import { Standing } from './Standing.tsx'
import styles from './TeamFormation.module.css'

const teamsTab = 'teams'
const storyTab = 'story'

/** For people without a team, how to get one; then the teams of the stage, nine on a page, and the person's story. */
export function TeamList({ stage, base }: { stage: StageDetails; base: string }) {
  const list = useList('', { search: '' })
  const tabs = useList('tabs', { chosen: teamsTab })
  const query = useQuery({
    ...teamsQuery(stage.stage_id, list.asked.page, list.asked.search),
    placeholderData: (before) => before,
  })

  return (
    <>
      <StageHead stage={stage} />
      <QueryStates of={[query]} loading="Загружаем команды…" failed="Команды не загрузились" lines={5} height="8rem">
        {(data) => (
          <div className={styles.page}>
            <Standing data={data} stageId={stage.stage_id} base={base} onStory={() => tabs.ask({ chosen: storyTab })} />
            <Tabs
              label="Команды и рассказ о себе"
              keep
              selected={tabs.asked.chosen}
              onChange={(chosen) => tabs.ask({ chosen })}
              items={[
                {
                  id: teamsTab,
                  title: 'Все команды',
                  content: (
                    <div className={styles.section}>
                      <div className={styles.search}>
                        <ListSearch list={list} label="Найти команду по названию" name="team_name" maxLength={100} />
                        <p role="status" className={styles.quiet}>
                          {list.narrowed ? 'Нашлось' : 'Всего'}: {countOf(query, 'команда', 'команды', 'команд')}
                        </p>
                      </div>
                      <PagedList
                        of={query}
                        list={list}
                        size={teamsPage}
                        label="Страницы команд"
                        empty={
                          <EmptyState level={3} title="Команд пока нет">
                            {data.may_change && 'Создайте первую: остальные увидят её здесь.'}
                          </EmptyState>
                        }
                        nothing={
                          <EmptyState
                            kind="found-nothing"
                            level={3}
                            title={`Команды «${list.asked.search}» не нашлось`}
                          >
                            Проверьте название или очистите поле, чтобы увидеть все команды.
                          </EmptyState>
                        }
                      >
                        {({ teams }) => (
                          <TeamRows>
                            {teams.map((team) => (
                              <ListedTeamRow key={team.team_id} team={team} base={base} />
                            ))}
                          </TeamRows>
                        )}
                      </PagedList>
                    </div>
                  ),
                },
                { id: storyTab, title: 'О себе для команды', content: <OwnProfile /> },
              ]}
            />
          </div>
        )}
      </QueryStates>
    </>
  )
}
