import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { DutyTiles } from '#web/accounts/homes/DutyTiles.tsx'
import { loadChunk } from '#web/platform/navigation/load-chunk.ts'
import { PortalLink } from '#web/platform/navigation/PortalLink.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { Skeleton } from '#web/platform/ui/Skeleton.tsx'
import { dutiesQuery } from '#web/seasons/console/duties.ts'
import type { Season } from '#web/seasons/console/queries.ts'
import { AuditPanel } from './AuditPanel.tsx'
import { Checklist } from './Checklist.tsx'
import styles from './ConsolePage.module.css'
import { Course } from './Course.tsx'
import { Opening } from './Opening.tsx'
import { AddStage, SeasonActs } from './SeasonActs.tsx'

const StageOrder = lazy(() => loadChunk(async () => ({ default: (await import('./StageOrder.tsx')).StageOrder })))

/** The whole season: what waits for the organiser, its time line, open problems, and recent changes. */
export function SeasonOverview({ competition, season }: { competition: string; season: Season }) {
  const [ordering, setOrdering] = useState(false)
  const duties = useQuery(dutiesQuery)
  const duty = duties.data?.competitions.find(({ code }) => code === competition)
  // The page waits for the numbers, so that they push nothing down later.
  if (duties.isPending) return <Skeleton lines={10} label="Загружаем этапы…" />
  return (
    <>
      {duty && <DutyTiles duty={duty} inSeason />}
      {!season.published && <Opening competition={competition} season={season} />}
      <Panel
        title={ordering ? 'Порядок этапов' : 'Ход сезона'}
        actions={
          !ordering && (
            <>
              <AddStage competition={competition} season={season} />
              {season.stages.length > 1 && (
                <Button kind="secondary" size="s" onClick={() => setOrdering(true)}>
                  Изменить порядок
                </Button>
              )}
            </>
          )
        }
      >
        {!ordering && <SeasonActs competition={competition} />}
        {ordering ? (
          <Suspense fallback={<Skeleton lines={8} label="Загружаем порядок…" />}>
            <StageOrder competition={competition} stages={season.stages} onClose={() => setOrdering(false)} />
          </Suspense>
        ) : season.stages.length > 0 ? (
          <Course competition={competition} stages={season.stages} />
        ) : (
          <p className={styles.quiet}>Этапов пока нет. Добавьте первый: обычно это регистрация.</p>
        )}
      </Panel>
      <div className={styles.halves}>
        <Attention competition={competition} season={season} />
        <AuditPanel competition={competition} season={season} />
      </div>
    </>
  )
}

/** Every open problem, those of the season itself first. */
function Attention({ competition, season }: { competition: string; season: Season }) {
  const { checklist } = season
  const own = checklist.filter(({ stage }) => stage === null)
  const hindered = season.stages.flatMap((stage) => {
    const items = [...checklist.filter((item) => item.stage === stage.code), ...stage.checklist]
    return items.length > 0 ? [{ ...stage, items }] : []
  })
  return (
    <Panel title="Требует внимания">
      {own.length + hindered.length === 0 && <p className={styles.quiet}>Ничего не мешает: все этапы готовы</p>}
      <ul className={styles.hindered}>
        {own.length > 0 && (
          <li>
            <PortalLink alone to={`/admin/${competition}/season`}>
              Конкурс в целом
            </PortalLink>
            <Checklist items={own} />
          </li>
        )}
        {hindered.map(({ code, title, items }) => (
          <li key={code}>
            <PortalLink alone to={`/admin/${competition}/stages/${code}`}>
              {title}
            </PortalLink>
            <Checklist items={items} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}
