import { useNavigate, useParams } from '@tanstack/react-router'
import { counted } from '#shared/platform/time/plural.ts'
import { PageHeading } from '#web/platform/navigation/PageHeading.tsx'
import { PortalLink } from '#web/platform/navigation/PortalLink.tsx'
import { useSearchText } from '#web/platform/navigation/use-search-text.ts'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { Facts } from '#web/platform/ui/Facts.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { QueryStates } from '#web/platform/ui/QueryStates.tsx'
import { Select } from '#web/platform/ui/Select.tsx'
import { useFew } from '#web/platform/ui/use-few.tsx'
import { ConsoleCrumbs } from '#web/seasons/console/ConsoleCrumbs.tsx'
import { Arrivals, arrivalsInBrief } from './Arrivals.tsx'
import { LiveNote } from './LiveNote.tsx'
import { type Narrowed, type Report, type ReportStage, useReport } from './queries.ts'
import { RegionsPanel } from './RegionsPanel.tsx'
import styles from './Reports.module.css'
import { StepNumbers } from './StepNumbers.tsx'

/** A season in numbers. Every number leads to the people behind it. */
export function ReportPage() {
  const { competition } = useParams({ from: '/admin/$competition' })
  const narrowed: Narrowed = { track: useSearchText('track'), region: useSearchText('region') }
  const { query, live } = useReport(competition, narrowed)
  return (
    <div className={styles.page}>
      <QueryStates of={[query]} loading="Считаем" failed="Отчёт не загрузился" lines={12}>
        {(report) => (
          <>
            <header className={styles.head}>
              <ConsoleCrumbs competition={competition} title={report.title} page="Отчёты" />
              <PageHeading title="Отчёты" />
              <LiveNote live={live} />
            </header>
            <Filters narrowed={narrowed} choices={report.choices} />
            <Totals report={report} narrowed={narrowed} competition={competition} />
            <Panel title="Путь по этапам">
              <Funnel stages={report.stages} competition={competition} narrowed={narrowed} />
            </Panel>
            <Panel title="Заявки" id="arrivals" onPhone read says={arrivalsInBrief(report.days)}>
              <Arrivals days={report.days} />
            </Panel>
            <RegionsPanel
              districts={report.districts}
              elsewhere={report.elsewhere}
              hrefOf={(region) => peopleHref(competition, { ...narrowed, region }, { group: 'participants' })}
            />
          </>
        )}
      </QueryStates>
    </div>
  )
}

/** The list of people with the same filters. */
function peopleHref(competition: string, narrowed: Narrowed, more: Record<string, string>): string {
  const search = Object.entries({ ...more, ...narrowed }).filter(([, value]) => value !== '')
  return `/admin/${competition}/people?${new URLSearchParams(search)}`
}

const all = { value: 'all', label: 'Все' }

function Filters({ narrowed, choices }: { narrowed: Narrowed; choices: Report['choices'] }) {
  const navigate = useNavigate()
  const ask = (change: Partial<Narrowed>) => {
    const search = Object.entries({ ...narrowed, ...change }).filter(([, value]) => value !== '' && value !== all.value)
    void navigate({ to: '.', search: Object.fromEntries(search) } as never)
  }
  const options = (list: Report['choices']['tracks']) => [
    all,
    ...list.map(({ id, value }) => ({ value: id, label: value })),
  ]
  return (
    <search className={styles.choices} aria-label="Отбор">
      {choices.tracks.length > 1 && (
        <Select
          label="Трек"
          name="track"
          options={options(choices.tracks)}
          value={narrowed.track || all.value}
          onChange={(track) => ask({ track })}
        />
      )}
      <Select
        label="Регион"
        name="region"
        options={options(choices.regions)}
        value={narrowed.region || all.value}
        onChange={(region) => ask({ region })}
      />
    </search>
  )
}

function Totals(props: { report: Report; narrowed: Narrowed; competition: string }) {
  const { report, narrowed, competition } = props
  const numbers = [
    ['Участники', report.people, 'participants'],
    ['Сторонники', report.supporters, 'supporters'],
    ['Финалисты', report.finalists, 'finalists'],
    ['Отстранены', report.disqualified, 'disqualified'],
  ] as const
  return (
    <ul className={styles.totals} aria-label="Всего">
      {numbers.map(([words, count, group]) => (
        <li key={group}>
          <PortalLink alone to={peopleHref(competition, narrowed, { group })}>
            <strong>{count.toLocaleString('ru')}</strong>
            <span>{words}</span>
          </PortalLink>
        </li>
      ))}
    </ul>
  )
}

/** How many stages a phone shows before «Показать ещё»: two or three screens. */
const fewStages = 10

function Funnel(props: { stages: readonly ReportStage[]; competition: string; narrowed: Narrowed }) {
  const { stages, competition, narrowed } = props
  const { shown, list, more } = useFew<ReportStage, HTMLOListElement>(stages, fewStages, 'путь по этапам')
  if (stages.length === 0) return <EmptyState title="Этапов пока нет" />
  return (
    <>
      <ol ref={list} className={styles.funnel}>
        {shown.map(({ code, title, kind_title, people, steps }) => (
          <li key={code} data-idle={(people > 0 && steps.not_begun === people) || undefined}>
            <div className={styles.stage}>
              <Heading level={3} size={4}>
                <PortalLink to={`/admin/${competition}/reports/${code}`}>{title}</PortalLink>
              </Heading>
              <span className={styles.quiet}>
                <Facts
                  of={[kind_title !== title && kind_title, counted(people, 'участник', 'участника', 'участников')]}
                />
              </span>
            </div>
            <StepNumbers
              steps={steps}
              people={people}
              hrefOf={(step) => peopleHref(competition, narrowed, { group: 'participants', stage: code, step })}
            />
          </li>
        ))}
      </ol>
      {more}
    </>
  )
}
