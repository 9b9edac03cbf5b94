import { useParams } from '@tanstack/react-router'
import { counted } from '#shared/platform/time/plural.ts'
import { serverNow } from '#web/platform/api/server-clock.ts'
import { PageHeading } from '#web/platform/navigation/PageHeading.tsx'
import { PortalLink } from '#web/platform/navigation/PortalLink.tsx'
import { DefinitionList } from '#web/platform/ui/DefinitionList.tsx'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { Facts } from '#web/platform/ui/Facts.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import { ConsoleCrumbs } from '#web/seasons/console/ConsoleCrumbs.tsx'
import { useRight } from '#web/seasons/console/rights.ts'
import { momentInWords, timeLeft } from '#web/stages/StagePath/deadline.ts'
import { LiveNote } from './LiveNote.tsx'
import { type StageReport, useStageReport } from './queries.ts'
import styles from './Reports.module.css'
import { StageRows } from './StageRows.tsx'
import { StepNumbers } from './StepNumbers.tsx'

/** One stage in numbers: by track and region, the minutes that people needed, and how long works wait. */
export function StageReportPage() {
  const { competition } = useParams({ from: '/admin/$competition' })
  const { stage } = useParams({ from: '/admin/$competition/reports/$stage' })
  const { query, live } = useStageReport(competition, stage)
  const hrefOf = (step: string, of: Record<string, string> = {}) =>
    `/admin/${competition}/people?${new URLSearchParams({ group: 'participants', stage, step, ...of })}`
  const edits = useRight('competitions')
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
                <Facts
                  of={[
                    report.kind_title !== report.title && report.kind_title,
                    counted(report.people, 'участник', 'участника', 'участников'),
                    windowInWords(report),
                  ]}
                />
              </p>
              <LiveNote live={live} />
              {edits && (
                <PortalLink alone to={`/admin/${competition}/stages/${stage}`}>
                  Настройки этапа
                </PortalLink>
              )}
            </header>
            {report.people === 0 ? (
              <EmptyState title="Участников пока нет">
                Числа появятся здесь сами, как только этап будет кому проходить.
              </EmptyState>
            ) : (
              <>
                <Panel title="Как продвинулись">
                  <div className={styles.fields}>
                    <StepNumbers steps={report.steps} people={report.people} hrefOf={hrefOf} />
                  </div>
                </Panel>
                <div className={styles.halves}>
                  <Minutes minutes={report.minutes} />
                  <Waiting waiting={report.waiting} hrefOf={(waits) => hrefOf('handed_in', { waits })} />
                </div>
                <StageRows
                  name="tracks"
                  title="По трекам"
                  of="Трек"
                  rows={report.tracks}
                  hrefOf={(track, step) => hrefOf(step, { track })}
                />
                <StageRows
                  name="regions"
                  title="По регионам"
                  of="Регион"
                  rows={report.regions}
                  hrefOf={(region, step) => hrefOf(step, { region })}
                />
              </>
            )}
          </>
        )}
      </QueryStates>
    </div>
  )
}

/** «Идёт до 11 декабря в 23:59, осталось 14 дней» */
function windowInWords({ published, opens_at, closes_at }: StageReport): string {
  if (!published) return 'участники этап не видят'
  const now = serverNow().getTime()
  const left = (at: string | null) => at && timeLeft(at, now)
  if (opens_at && left(opens_at)) return `откроется ${momentInWords(opens_at)}, через ${left(opens_at)}`
  if (!closes_at) return 'идёт, срока нет'
  return left(closes_at)
    ? `идёт до ${momentInWords(closes_at)}, осталось ${left(closes_at)}`
    : `закончился ${momentInWords(closes_at)}`
}

/** How old the works are that nobody has decided. */
function Waiting({ waiting, hrefOf }: Pick<StageReport, 'waiting'> & { hrefOf: (age: string) => string }) {
  // The list of people needs a right of its own.
  const linked = useRight('participants')
  return (
    <Panel title="Сколько ждут решения">
      {waiting.every(({ people }) => people === 0) ? (
        <p className={styles.quiet}>Никто не ждёт.</p>
      ) : (
        <DefinitionList
          items={waiting.map(({ id, title, people }) => {
            const works = counted(people, 'работа', 'работы', 'работ')
            return {
              term: title,
              value:
                linked && people > 0 ? (
                  <PortalLink alone to={hrefOf(id)}>
                    {works}
                  </PortalLink>
                ) : (
                  works
                ),
            }
          })}
        />
      )}
    </Panel>
  )
}

function Minutes({ minutes }: Pick<StageReport, 'minutes'>) {
  return (
    <Panel title="Время от начала до сдачи">
      {minutes ? (
        <>
          <DefinitionList
            items={[
              { term: 'У половины — не больше', value: inWords(minutes.half) },
              { term: 'У девяти из десяти — не больше', value: inWords(minutes.most) },
            ]}
          />
          <p className={styles.quiet}>
            Вместе с перерывами. Посчитано по {counted(minutes.people, 'работе', 'работам', 'работам')}.
          </p>
        </>
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
