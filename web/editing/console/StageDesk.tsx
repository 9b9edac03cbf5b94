import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useMemo, useRef, useState } from 'react'
import { kindOf } from '#web/kinds/kinds.ts'
import { ExtensionsPanel } from '#web/people/participants/ExtensionsPanel.tsx'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { loadChunk } from '#web/platform/navigation/load-chunk.ts'
import { PageMenu } from '#web/platform/navigation/page-menu.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { Skeleton } from '#web/platform/ui/Skeleton.tsx'
import { ReviewPanel } from '#web/review/checking/ReviewPanel.tsx'
import { JudgingPanel } from '#web/review/judging/JudgingPanel.tsx'
import { SimilarityPanel } from '#web/review/similarity/SimilarityPanel.tsx'
import { type EditedStage, type Season, stageQuery } from '#web/seasons/console/queries.ts'
import { useRights } from '#web/seasons/console/rights.ts'
import { useCurrentPart, useKeptPart, useParts } from '#web/seasons/console/use-parts.ts'
import { StageBegun } from '#web/stages/stage-begun.ts'
import styles from './ConsolePage.module.css'
import { StageEditor } from './StageEditor.tsx'
import { StageFacts } from './StageFacts.tsx'
import { PartsMenu, StageParts } from './StageParts.tsx'
import { StageTree } from './StageTree.tsx'
import { stateOf } from './stage-facts.ts'

/** The editor of one stage, with the list of stages beside it. */
export function StageDesk({ competition, season, code }: { competition: string; season: Season; code: string }) {
  const { data, error, refetch } = useQuery(stageQuery(competition, code))
  const tree = <StageTree competition={competition} stages={season.stages} />
  const work = useRef<HTMLDivElement>(null)
  const parts = useParts(work)
  const current = useCurrentPart(parts)
  useKeptPart(work)
  return (
    <div className={styles.desk}>
      <PageMenu title="Этапы">{tree}</PageMenu>
      <div className={styles.aside}>
        <div ref={showCurrent} className={styles.stages}>
          {tree}
        </div>
        {/* Below the stages, so that parts that appear while the page loads move nothing. */}
        <div className={styles.parts}>
          <p className={styles.partsTitle}>На этой странице</p>
          <StageParts parts={parts} current={current} />
        </div>
      </div>
      <div ref={work} className={styles.work}>
        <PartsMenu parts={parts} current={current} />
        {data ? (
          <StageWork competition={competition} season={season} stage={data} />
        ) : error ? (
          <EmptyState
            kind="failed"
            title="Этап не загрузился"
            action={<Button onClick={() => refetch()}>Повторить</Button>}
          >
            {failureText(error)}
          </EmptyState>
        ) : (
          <Skeleton lines={12} label="Загружаем этап…" />
        )}
      </div>
    </div>
  )
}

/** The settings of a stage and what people do at it; once people have begun, their work comes first. */
function StageWork({ competition, season, stage }: { competition: string; season: Season; stage: EditedStage }) {
  const { code, work } = stage
  const Panel = usePanel(season.stages.find((each) => each.code === code)?.type ?? '')
  const rights = useRights(competition)
  // Decided when the page is opened: nothing folds up or moves while somebody works.
  const [setUp] = useState(stage.published && stage.checklist.every(({ level }) => level !== 'red'))
  const [begun] = useState(setUp && stateOf(stage, Date.now()).look !== 'waiting')
  const editor = <StageEditor competition={competition} season={season} stage={stage} setUp={setUp} begun={begun} />
  return (
    <StageBegun value={begun}>
      <StageFacts season={season} stage={stage} />
      {!begun && editor}
      {Panel && (
        <Suspense fallback={<Skeleton lines={6} label="Загружаем этап…" />}>
          <Panel competition={competition} code={code} />
        </Suspense>
      )}
      {rights.includes('assessment') && (
        <>
          {work.checked && <ReviewPanel competition={competition} code={code} />}
          {work.judged && <JudgingPanel competition={competition} code={code} />}
          {work.compared && <SimilarityPanel competition={competition} code={code} />}
        </>
      )}
      {rights.includes('participants') && <ExtensionsPanel competition={competition} code={code} />}
      {begun && editor}
    </StageBegun>
  )
}

/** What the kind of the stage adds below its settings. */
function usePanel(type: string) {
  return useMemo(() => {
    const load = kindOf(type)?.panel
    return load ? lazy(() => loadChunk(load)) : null
  }, [type])
}

/** Scrolls a long list of stages to the current one. */
function showCurrent(list: HTMLElement | null): void {
  const current = list?.querySelector<HTMLElement>('[aria-current]')
  if (list && current) list.scrollTop = current.offsetTop - list.clientHeight / 2
}
