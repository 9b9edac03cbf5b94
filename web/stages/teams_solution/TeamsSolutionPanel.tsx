import { useQuery } from '@tanstack/react-query'
import Download from 'lucide-react/icons/download'
import { useEffect, useState } from 'react'
import { solutionTeamsPage } from '#shared/stages/teams_solution/limits.ts'
import { counted } from '#shared/time/plural.ts'
import { session } from '#web/platform/api/portal-api.ts'
import { showBanner } from '#web/platform/messages/banner.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Checkbox } from '#web/platform/ui/Checkbox.tsx'
import { Pagination } from '#web/platform/ui/Pagination.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import { TextField } from '#web/platform/ui/TextField.tsx'
import type { StagePanelProps } from '#web/stages/kind.ts'
import { type Asked, type Teams, teamsQuery, useDraw, usePrinted } from './panel-queries.ts'
import { TeamLine } from './TeamLine.tsx'
import styles from './TeamsSolutionPanel.module.css'

/** Long enough not to ask at every key, short enough not to be noticed. */
const typingPause = 300

/** The teams with what they have done, their tasks and their time; and the works in one document for the jury. */
export default function TeamsSolutionPanel(place: StagePanelProps) {
  // The flag of organisers alone does not open what teams write.
  if (!session.claims()?.admin_permissions.includes('assessment')) return null
  return <Solutions {...place} />
}

function Solutions(place: StagePanelProps) {
  const [typed, setTyped] = useState('')
  const [asked, setAsked] = useState<Asked>({ search: '', without: false, page: 1 })
  const teams = useQuery(teamsQuery(place, asked))
  useEffect(() => {
    const search = typed.trim()
    const wait = setTimeout(
      () => setAsked((now) => (now.search === search ? now : { ...now, search, page: 1 })),
      typingPause,
    )
    return () => clearTimeout(wait)
  }, [typed])
  return (
    <Panel id="solutions" title="Решения команд">
      <QueryStates of={[teams]} loading="Загружаем команды…" failed="Команды не загрузились" height="12rem" level={3}>
        {(data) => (
          <div className={styles.panel}>
            <Overview place={place} data={data} />
            <div className={styles.filter}>
              <TextField
                label="Найти команду по названию"
                name="search-solutions"
                required={false}
                value={typed}
                onChange={setTyped}
              />
              <Checkbox
                name="without-solution"
                setting
                label="Только без решения"
                value={asked.without}
                onChange={(without) => setAsked((now) => ({ ...now, without, page: 1 }))}
              />
            </div>
            {data.teams.length === 0 ? (
              <p className={styles.quiet}>
                {asked.search || asked.without ? 'Таких команд нет' : 'Команд пока нет: их собирают на этапе «Команды»'}
              </p>
            ) : (
              <ul className={styles.teams} aria-label="Команды">
                {data.teams.map((team) => (
                  <TeamLine key={team.team_id} place={place} team={team} />
                ))}
              </ul>
            )}
            <Pagination
              page={asked.page}
              pages={Math.max(1, Math.ceil(data.count / solutionTeamsPage))}
              label="Страницы команд"
              onChange={(page) => setAsked((now) => ({ ...now, page }))}
            />
          </div>
        )}
      </QueryStates>
    </Panel>
  )
}

/** How many teams have come how far, the draw of the tasks, and the works for the jury. */
function Overview({ place, data }: { place: StagePanelProps; data: Teams }) {
  const draw = useDraw(place)
  const printed = usePrinted(place)
  const { all, begun, handed_in, tasks, undrawn } = data
  return (
    <>
      <p>
        {counted(all, 'команда', 'команды', 'команд')}: начали {begun}, сдали {handed_in}, без решения {all - handed_in}
        .
      </p>
      {tasks.length > 0 && (
        <div className={styles.draw}>
          <p>
            {tasks.map(({ title, teams }) => `${title} — ${teams}`).join(', ')}
            {undrawn > 0 && `; без задания — ${undrawn}`}.
          </p>
          {undrawn > 0 && (
            <Button
              kind="secondary"
              pending={draw.isPending}
              onClick={() =>
                draw.mutate(undefined, {
                  onSuccess: (done) =>
                    showBanner(
                      `Задания разыграны: ${counted(done?.drawn ?? 0, 'команда', 'команды', 'команд')}`,
                      'success',
                    ),
                  onError: (error) => showBanner(failureText(error)),
                })
              }
            >
              Разыграть задания
            </Button>
          )}
          <p className={styles.quiet}>Команды увидят их одновременно, когда этап откроется.</p>
        </div>
      )}
      <div className={styles.draw}>
        <Button
          kind="secondary"
          icon={<Download aria-hidden="true" />}
          disabled={handed_in === 0}
          pending={printed.isPending}
          onClick={() => printed.mutate(undefined, { onError: (error) => showBanner(failureText(error)) })}
        >
          Все решения для жюри, docx
        </Button>
      </div>
    </>
  )
}
