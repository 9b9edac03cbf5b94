import { useQuery } from '@tanstack/react-query'
import Download from 'lucide-react/icons/download'
import { solutionTeamsPage } from '#shared/kinds/teams_solution/limits.ts'
import { outOf } from '#shared/platform/text/unbroken.ts'
import { counted } from '#shared/platform/time/plural.ts'
import { showBanner } from '#web/platform/messages/banner.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { useList } from '#web/platform/navigation/use-list.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { fileSize } from '#web/platform/ui/FileField.tsx'
import { ListFilters, ListSearch, ListSwitch } from '#web/platform/ui/ListFilters.tsx'
import { Notice } from '#web/platform/ui/Notice.tsx'
import { PagedList } from '#web/platform/ui/PagedList.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import { useRight } from '#web/seasons/console/rights.ts'
import type { StagePanelProps } from '#web/stages/kind.ts'
import { type Part, partsQuery, type Teams, teamsQuery, useDownloadSolutions, useDraw } from './panel-queries.ts'
import { TeamLine } from './TeamLine.tsx'
import styles from './TeamsSolutionPanel.module.css'

/** The teams with what they have done, their tasks and their time; and the works in one document for the jury. */
export default function TeamsSolutionPanel(place: StagePanelProps) {
  // What teams write is shown only to organisers with the right `assessment`.
  if (!useRight('assessment')) return null
  return <Solutions {...place} />
}

function Solutions(place: StagePanelProps) {
  const list = useList('teams', { search: '', without: false })
  const teams = useQuery(teamsQuery(place, list.asked))
  return (
    <Panel
      id="solutions"
      title="Решения команд"
      says={teams.data ? inBrief(teams.data) : ''}
      open={(teams.data?.undrawn ?? 0) > 0}
      read
    >
      <QueryStates of={[teams]} loading="Загружаем команды…" failed="Команды не загрузились" height="12rem" level={3}>
        {(data) => (
          <div className={styles.panel}>
            <Overview place={place} data={data} />
            <ListFilters>
              <ListSearch list={list} label="Найти команду по названию" name="search-solutions" />
              <ListSwitch list={list} part="without" label="Только без решения" name="without-solution" />
            </ListFilters>
            <PagedList
              of={teams}
              list={list}
              size={solutionTeamsPage}
              label="Страницы команд"
              empty="Команд пока нет: их собирают на этапе «Команды»"
              nothing="Таких команд нет"
            >
              {({ teams: found }) => (
                <ul className={styles.teams} aria-label="Команды">
                  {found.map((team) => (
                    <TeamLine key={team.team_id} place={place} team={team} />
                  ))}
                </ul>
              )}
            </PagedList>
          </div>
        )}
      </QueryStates>
    </Panel>
  )
}

const inBrief = ({ all, begun, handed_in }: Teams): string =>
  `${counted(all, 'команда', 'команды', 'команд')}: начали ${begun}, сдали ${handed_in}`

/** The progress of the teams, the draw of the tasks, and the works for the jury. */
function Overview({ place, data }: { place: StagePanelProps; data: Teams }) {
  const draw = useDraw(place)
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
      {handed_in > 0 && <Downloads place={place} works={handed_in} />}
    </>
  )
}

/** The works as documents, and their files as archives; many come in parts. */
function Downloads({ place, works }: { place: StagePanelProps; works: number }) {
  const { data, error } = useQuery(partsQuery(place, works))
  const saved = useDownloadSolutions(place)
  if (error) return <Notice tone="danger">{failureText(error)}</Notice>
  const parts = data?.parts ?? []
  const [only] = parts
  const button = (as: 'docx' | 'zip', words: string, of: Part, label?: string) => (
    <Button
      kind="secondary"
      icon={<Download aria-hidden="true" />}
      aria-label={label}
      disabled={saved.isPending || (as === 'zip' && of.files === 0)}
      pending={saved.isPending && saved.variables.as === as && saved.variables.from === of.from}
      onClick={() =>
        saved.mutate({ as, from: of.from, to: of.to }, { onError: (error) => showBanner(failureText(error)) })
      }
    >
      {words}
    </Button>
  )
  const filesOf = ({ files, bytes }: Part) =>
    files === 0 ? 'файлов нет' : `${counted(files, 'файл', 'файла', 'файлов')}, ${fileSize(bytes)}`
  if (only && parts.length === 1)
    return (
      <div className={styles.draw}>
        <div className={styles.saves}>
          {button('docx', 'Все решения для жюри, docx', only)}
          {button('zip', 'Файлы решений, zip', only)}
        </div>
        <p className={styles.quiet}>Приложено: {filesOf(only)}.</p>
      </div>
    )
  return (
    <ol className={styles.parts} aria-label="Решения по частям">
      {parts.map((part, at) => (
        <li key={part.from}>
          <p>
            Часть {outOf(at + 1, parts.length)}: {counted(part.works, 'решение', 'решения', 'решений')}, {filesOf(part)}
          </p>
          <div className={styles.saves}>
            {button('docx', 'Решения, docx', part, `Решения, docx, часть ${at + 1}`)}
            {button('zip', 'Файлы, zip', part, `Файлы, zip, часть ${at + 1}`)}
          </div>
        </li>
      ))}
    </ol>
  )
}
