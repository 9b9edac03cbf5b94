import { useQuery } from '@tanstack/react-query'
import { refetchDelay } from '#shared/stages/refetch.ts'
import { type StageDetails, stageQuery } from './queries.ts'
import { serverNow } from './server-clock.ts'

/** One stage, asked for again while the system is at work on what was handed in. */
export function useStage(stageId: number) {
  return useQuery({
    ...stageQuery(stageId),
    refetchInterval: ({ state }) => (state.data ? delayFor(state.data, state.dataUpdatedAt) : false),
  })
}

// The interval is asked for at every drawing: one answer of the server has one delay.
const delays = new WeakMap<StageDetails, { at: number; delay: number | false }>()

function delayFor(stage: StageDetails, at: number): number | false {
  const kept = delays.get(stage)
  if (kept?.at === at) return kept.delay
  // Dates are watched by the tree of stages.
  const delay =
    refetchDelay([{ status: stage.status, startsAt: null, endsAt: null }], serverNow(), Math.random()) ?? false
  delays.set(stage, { at, delay })
  return delay
}

/** The stage after a hand-in: as its answer told, until the stage itself has been asked for again. */
export function afterHandIn(stage: StageDetails, done: Pick<StageDetails, 'status' | 'next' | 'receipt'> | null) {
  return done && stage.receipt?.number !== done.receipt?.number ? { ...stage, ...done, reason: '' } : stage
}
