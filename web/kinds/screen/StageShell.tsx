import type { ReactNode } from 'react'
import { hasManualPage } from '#shared/stages/manual.ts'
import { type Loaded, QueryStates } from '#web/platform/ui/QueryStates.tsx'
import { Appeal } from '#web/review/appeals/Appeal.tsx'
import { ManualPanel } from '#web/stages/ManualPanel.tsx'
import type { StageDetails } from '#web/stages/queries.ts'
import { StageAhead } from '#web/stages/StageAhead.tsx'
import { StageHead } from '#web/stages/StageHead.tsx'
import { useStage } from '#web/stages/use-stage.ts'

type DataOf<Q extends readonly Loaded[]> = { [At in keyof Q]: Exclude<Q[At]['data'], undefined> }

interface StageShellProps<Q extends readonly Loaded[]> {
  stageId: number
  /** What the screen needs besides the stage. */
  of: readonly [...Q]
  loading: string
  failed: string
  /** The message for special failures; nothing for the others. */
  failure?: (error: unknown) => ReactNode
  /** The screen shows a head of its own. */
  ownHead?: boolean
  receiptFollows?: boolean
  /** What may be done before the stage opens, below what is ahead. */
  before?: ReactNode
  children: (stage: StageDetails, ...data: DataOf<Q>) => ReactNode
}

/** The page of a stage of any kind: its head, then loading, failure, or the screen. Before it opens, what is ahead. */
export function StageShell<const Q extends readonly Loaded[]>(props: StageShellProps<Q>) {
  const { stageId, of, loading, failed, failure, ownHead = false, receiptFollows = false, before, children } = props
  const stage = useStage(stageId)
  if (stage.data?.ahead)
    return (
      <>
        <StageAhead stage={stage.data} ahead={stage.data.ahead} />
        {before}
      </>
    )
  return (
    <>
      {stage.data && !ownHead && <StageHead stage={stage.data} receiptFollows={receiptFollows} />}
      {stage.data?.manual && !hasManualPage(stage.data.manual) && (
        <ManualPanel stageId={stageId} text={stage.data.manual} />
      )}
      {/* Replaced by a new element once the head is there: an element that stays would be seen to move down. */}
      <QueryStates
        key={stage.data ? 'below' : 'alone'}
        of={[stage, ...of] as [typeof stage, ...Q]}
        loading={loading}
        failed={failed}
        height="3rem"
        {...(failure ? { failure } : {})}
      >
        {(loaded, ...data) => children(loaded, ...(data as DataOf<Q>))}
      </QueryStates>
      {stage.data?.decision && stage.data.decision.outcome !== 'returned' && <Appeal stageId={stageId} />}
    </>
  )
}
