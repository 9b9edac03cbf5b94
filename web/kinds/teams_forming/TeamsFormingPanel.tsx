import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { counted, plural } from '#shared/platform/time/plural.ts'
import { checkedTeamsPage } from '#shared/programme/teams_forming/limits.ts'
import { regionalView } from '#shared/stages/regional-view.ts'
import { useList } from '#web/platform/navigation/use-list.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { ListChoice, ListFilters, ListSearch } from '#web/platform/ui/ListFilters.tsx'
import { PagedList } from '#web/platform/ui/PagedList.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import { stageQuery } from '#web/seasons/console/queries.ts'
import { useRight } from '#web/seasons/console/rights.ts'
import type { StagePanelProps } from '#web/stages/kind.ts'
import { AssemblyDialog } from './AssemblyDialog.tsx'
import { CheckedTeam } from './CheckedTeam.tsx'
import { type Asked, type Teams, teamsQuery } from './panel-queries.ts'
import { RegionalPanel } from './RegionalPanel.tsx'
import { Replacements } from './Replacements.tsx'
import styles from './TeamsFormingPanel.module.css'

/** The teams of the stage: who is complete, who was checked, and what an organiser may do with them. */
export default function TeamsFormingPanel(place: StagePanelProps) {
  // Who is in a team, and what the check says about them, is shown only to organisers with the right `assessment`.
  const mayCheck = useRight('assessment')
  const stage = useQuery(stageQuery(place.competition, place.code))
  if (!mayCheck || !stage.data) return null
  // In the other view people join teams that the organiser makes.
  return stage.data.view === regionalView ? <RegionalPanel {...place} /> : <Checked {...place} />
}

function Checked(place: StagePanelProps) {
  const list = useList<Pick<Asked, 'search' | 'only'>>('teams', { search: '', only: 'all' })
  const teams = useQuery(teamsQuery(place, list.asked))
  const forms = teams.data !== undefined
  return (
    <>
      <Panel id="teams" title="Команды этапа" says={teams.data ? inBrief(teams.data) : ''} read>
        <QueryStates of={[teams]} loading="Загружаем команды…" failed="Команды не загрузились" height="12rem" level={3}>
          {(data) => (
            <div className={styles.panel}>
              <Overview place={place} data={data} />
              <ListFilters>
                <ListSearch list={list} label="Найти команду по названию или номеру" name="search-formed" />
                <ListChoice
                  list={list}
                  part="only"
                  label="Какие команды показать"
                  name="only-formed"
                  options={choices(data)}
                />
              </ListFilters>
              <PagedList
                of={teams}
                list={list}
                size={checkedTeamsPage}
                label="Страницы команд"
                empty="Команд пока нет. Они появятся здесь, когда участники начнут их создавать."
                nothing="Таких команд нет"
              >
                {({ teams: found, size }) => (
                  <ul className={styles.teams} aria-label="Команды">
                    {found.map((team) => (
                      <CheckedTeam key={team.team_id} place={place} team={team} size={size} />
                    ))}
                  </ul>
                )}
              </PagedList>
            </div>
          )}
        </QueryStates>
      </Panel>
      {forms && <Replacements place={place} />}
    </>
  )
}

const choices = ({ all, unchecked, under_check, admitted, rejected, short }: Teams) => [
  { value: 'all', label: `Все — ${all}` },
  { value: 'unchecked', label: `Ещё не проверяли — ${unchecked}` },
  { value: 'under_check', label: `На проверке — ${under_check}` },
  { value: 'admitted', label: `Допущены — ${admitted}` },
  { value: 'rejected', label: `Не допущены — ${rejected}` },
  { value: 'short', label: `Не хватает людей — ${short}` },
]

const inBrief = ({ all, admitted, rejected, short }: Teams): string =>
  `${counted(all, 'команда', 'команды', 'команд')}: допущены ${admitted}, не допущены ${rejected}, не хватает людей ${short}`

const allowed = (teams: number) => plural(teams, 'допущена', 'допущены', 'допущено')

/** The numbers of teams and of people without one, and the assembly of new teams from these people. */
function Overview({ place, data }: { place: StagePanelProps; data: Teams }) {
  const [planning, setPlanning] = useState(false)
  const { all, admitted, rejected, short, free, closed } = data
  return (
    <>
      <p>
        {counted(all, 'команда', 'команды', 'команд')}: {allowed(admitted)} {admitted}, не {allowed(rejected)}{' '}
        {rejected}, не хватает людей в {short}. Без команды — {counted(free, 'человек', 'человека', 'человек')}.
      </p>
      {free > 0 && (
        <div className={styles.row}>
          <Button kind="secondary" disabled={!closed} onClick={() => setPlanning(true)}>
            Собрать команды из тех, кто без команды
          </Button>
          {!closed && <p className={styles.quiet}>Станет можно, когда этап закроется: пока люди собираются сами.</p>}
        </div>
      )}
      {planning && <AssemblyDialog place={place} onClose={() => setPlanning(false)} />}
    </>
  )
}
