import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { ConsoleLinks } from '#web/accounts/homes/ConsoleLinks.tsx'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { PageHeading } from '#web/platform/navigation/PageHeading.tsx'
import { PortalLink } from '#web/platform/navigation/PortalLink.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { Skeleton } from '#web/platform/ui/Skeleton.tsx'
import { seasonQuery } from '#web/seasons/console/queries.ts'
import { useRights } from '#web/seasons/console/rights.ts'
import { SeasonCrumbs } from '#web/seasons/console/SeasonCrumbs.tsx'
import styles from './ConsolePage.module.css'
import { SeasonOverview } from './SeasonOverview.tsx'
import { StageDesk } from './StageDesk.tsx'

/** The organiser's page: the overview of a competition, or one stage. */
export function ConsolePage() {
  const { competition } = useParams({ from: '/admin/$competition' })
  const stage = useParams({ from: '/admin/$competition/stages/$stage', shouldThrow: false })?.stage
  const { data, error, refetch } = useQuery(seasonQuery(competition))
  const rights = useRights(competition)
  const open = data?.stages.find(({ code }) => code === stage)
  const title = stage === undefined ? 'Управление конкурсом' : (open?.title ?? 'Этап')
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <SeasonCrumbs competition={competition} {...(stage !== undefined && { page: title })} />
        <PageHeading title={title} size={stage === undefined ? 1 : 2} />
        {stage === undefined && <p className={styles.lead}>{data?.title ?? '\u00a0'}</p>}
        {stage === undefined && (
          <div className={styles.row}>
            <ConsoleLinks competition={competition} rights={rights} />
          </div>
        )}
        {open && open.kind_title !== open.title && <p className={styles.lead}>{open.kind_title}</p>}
        {open && open.type !== 'group' && rights.includes('reports') && (
          <PortalLink alone to={`/admin/${competition}/reports/${open.code}`}>
            Отчёт об этапе
          </PortalLink>
        )}
      </header>
      {data ? (
        <Found competition={competition} season={data} stage={stage} />
      ) : error ? (
        <EmptyState
          kind="failed"
          title="Этапы не загрузились"
          action={<Button onClick={() => refetch()}>Повторить</Button>}
        >
          {failureText(error)}
        </EmptyState>
      ) : (
        <Skeleton lines={10} label="Загружаем этапы…" />
      )}
    </div>
  )
}

function Found(props: Parameters<typeof SeasonOverview>[0] & { stage: string | undefined }) {
  const { competition, season, stage } = props
  if (stage === undefined) return <SeasonOverview competition={competition} season={season} />
  if (!season.stages.some(({ code }) => code === stage))
    return (
      <EmptyState
        kind="found-nothing"
        title="Такого этапа в конкурсе нет"
        action={
          <PortalLink alone to={`/admin/${competition}`}>
            Ко всем этапам
          </PortalLink>
        }
      />
    )
  return <StageDesk key={stage} competition={competition} season={season} code={stage} />
}
