import { useParams } from '@tanstack/react-router'
import { stageSteps, stepTitles } from '#shared/participants/audience.ts'
import { counted } from '#shared/time/plural.ts'
import { ConsoleCrumbs } from '#web/participants/ConsoleCrumbs.tsx'
import { PageHeading } from '#web/platform/navigation/PageHeading.tsx'
import { DefinitionList } from '#web/platform/ui/DefinitionList.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import { VisuallyHidden } from '#web/platform/ui/VisuallyHidden.tsx'
import { LiveNote } from './LiveNote.tsx'
import { type StageReport, useStageReport } from './queries.ts'
import styles from './Reports.module.css'
import { StepNumbers } from './StepNumbers.tsx'

/** One stage in numbers: by track and region, the minutes that people needed, and how long works wait. */
export function StageReportPage() {
  const { competition } = useParams({ from: '/admin/$competition' })
  const { stage } = useParams({ from: '/admin/$competition/reports/$stage' })
  const { query, live } = useStageReport(competition, stage)
  const hrefOf = (step: string) =>
    `/admin/${competition}/people?${new URLSearchParams({ group: 'participants', stage, step })}`
  return (
    <div className={styles.page}>
      <QueryStates of={[query]} loading="Считаем" failed="Отчёт не загрузился" lines={10}>
        {(report) => (
          <>
            <header className={styles.head}>
              <ConsoleCrumbs
                competition={competition}
                title={report.competition_title}
                page={report.title}
                above={{ title: 'Отчёты', path: 'reports' }}
              />
              <PageHeading title={report.title} size={2} />
              <p className={styles.quiet}>
                {report.kind_title} · {counted(report.people, 'участник', 'участника', 'участников')}
              </p>
              <LiveNote live={live} />
            </header>
            <Panel title="Как продвинулись">
              <div className={styles.fields}>
                <StepNumbers steps={report.steps} people={report.people} hrefOf={hrefOf} />
              </div>
            </Panel>
            <div className={styles.halves}>
              <Minutes minutes={report.minutes} />
              <Panel title="Ждут решения">
                <DefinitionList
                  items={report.waiting.map(({ title, people }) => ({
                    term: title,
                    value: people.toLocaleString('ru'),
                  }))}
                />
              </Panel>
            </div>
            <Rows title="По трекам" rows={report.tracks} />
            <Rows title="По регионам" rows={report.regions} />
          </>
        )}
      </QueryStates>
    </div>
  )
}

function Minutes({ minutes }: Pick<StageReport, 'minutes'>) {
  return (
    <Panel title="Сколько времени нужно">
      {minutes ? (
        <DefinitionList
          items={[
            { term: 'Половина справилась за', value: inWords(minutes.half) },
            { term: 'Девять из десяти — за', value: inWords(minutes.most) },
            { term: 'Посчитано по', value: counted(minutes.people, 'работе', 'работам', 'работам') },
          ]}
        />
      ) : (
        <p className={styles.quiet}>Ещё никто не сдал.</p>
      )}
    </Panel>
  )
}

const hour = 60
const day = 24 * hour

/** From the start to the hand-in, with nights between. */
function inWords(minutes: number): string {
  if (minutes < 2 * hour) return counted(Math.max(1, Math.round(minutes)), 'минута', 'минуты', 'минут')
  if (minutes < 2 * day) return counted(Math.round(minutes / hour), 'час', 'часа', 'часов')
  return counted(Math.round(minutes / day), 'день', 'дня', 'дней')
}

function Rows({ title, rows }: { title: string; rows: StageReport['tracks'] }) {
  if (rows.length < 2) return null
  return (
    <Panel title={title}>
      <div className={styles.wide}>
        <table className={styles.table}>
          <caption>
            <VisuallyHidden>{title}</VisuallyHidden>
          </caption>
          <thead>
            <tr>
              <th scope="col">{title === 'По трекам' ? 'Трек' : 'Регион'}</th>
              <th scope="col">Всего</th>
              {stageSteps.map((step) => (
                <th key={step} scope="col">
                  {stepTitles[step]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ id, title: name, people, steps }) => (
              <tr key={id ?? ''}>
                <th scope="row">{name}</th>
                <td data-title="Всего">{people.toLocaleString('ru')}</td>
                {stageSteps.map((step) => (
                  <td key={step} data-title={stepTitles[step]}>
                    {steps[step].toLocaleString('ru')}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  )
}
