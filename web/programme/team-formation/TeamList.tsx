import { useQuery } from '@tanstack/react-query'
import { counted } from '#shared/platform/time/plural.ts'
import { teamsPage } from '#shared/programme/team-formation/limits.ts'
import { useHistoryState } from '#web/platform/navigation/use-history-state.ts'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { Pagination } from '#web/platform/ui/Pagination.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import { Tabs } from '#web/platform/ui/Tabs.tsx'
import { TextField } from '#web/platform/ui/TextField.tsx'
import { useTyped } from '#web/platform/use-typed.ts'
import { TeamRows } from '#web/programme/regional-teams/TeamRow.tsx'
import type { StageDetails } from '#web/stages/queries.ts'
import { StageHead } from '#web/stages/StageHead.tsx'
import { ListedTeamRow } from './ListedTeamRow.tsx'
import { OwnProfile } from './OwnProfile.tsx'
import { type Teams, teamsQuery } from './queries.ts'
import { Standing } from './Standing.tsx'
import styles from './TeamFormation.module.css'

const teamsTab = 'teams'
const storyTab = 'story'

/** For people without a team, how to get one; then the teams of the stage, nine on a page, and the person's story. */
export function TeamList({ stage, base }: { stage: StageDetails; base: string }) {
  const [search, setSearch] = useHistoryState('team-list', { name: '', page: 1 })
  const { typed, setTyped } = useTyped(
    (name) => setSearch((now) => (now.name === name ? now : { name, page: 1 })),
    search.name,
  )
  const [tab, setTab] = useHistoryState('team-list-tab', teamsTab)
  const query = useQuery({
    ...teamsQuery(stage.stage_id, search.page, search.name),
    placeholderData: (before) => before,
  })

  return (
    <>
      <StageHead stage={stage} />
      <QueryStates of={[query]} loading="Загружаем команды…" failed="Команды не загрузились" lines={5} height="8rem">
        {(data) => (
          <div className={styles.page}>
            <Standing data={data} stageId={stage.stage_id} base={base} onStory={() => setTab(storyTab)} />
            <Tabs
              label="Команды и рассказ о себе"
              keep
              selected={tab}
              onChange={setTab}
              items={[
                {
                  id: teamsTab,
                  title: 'Все команды',
                  content: (
                    <div className={styles.section}>
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
                          {search.name === '' ? 'Всего' : 'Нашлось'}:{' '}
                          {counted(data.count, 'команда', 'команды', 'команд')}
                        </p>
                      </div>
                      <Found data={data} search={search.name} base={base} busy={query.isPlaceholderData} />
                      <Pagination
                        page={search.page}
                        pages={Math.ceil(data.count / teamsPage)}
                        label="Страницы команд"
                        onChange={(page) => setSearch((now) => ({ ...now, page }))}
                      />
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

function Found({ data, search, base, busy }: { data: Teams; search: string; base: string; busy: boolean }) {
  if (data.count === 0)
    return (
      <EmptyState
        kind={search === '' ? 'empty' : 'found-nothing'}
        level={3}
        title={search === '' ? 'Команд пока нет' : `Команды «${search}» не нашлось`}
      >
        {search === ''
          ? data.may_change && 'Создайте первую: остальные увидят её здесь.'
          : 'Проверьте название или очистите поле, чтобы увидеть все команды.'}
      </EmptyState>
    )
  return (
    <TeamRows busy={busy}>
      {data.teams.map((team) => (
        <ListedTeamRow key={team.team_id} team={team} base={base} />
      ))}
    </TeamRows>
  )
}
