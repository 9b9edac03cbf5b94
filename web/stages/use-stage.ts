import { useQuery } from '@tanstack/react-query'
import { refetchDelay } from '#shared/stages/refetch.ts'
import { type StageDetails, stageQuery } from './queries.ts'
import { serverNow } from './server-clock.ts'

/** One stage, loaded again while the system processes what was handed in. */
export function useStage(stageId: number) {
  return useQuery({
    ...stageQuery(stageId),
    refetchInterval: ({ state }) => (state.data ? delayFor(state.data, state.dataUpdatedAt) : false),
  })
}

// The interval is asked for at every render: one answer of the server has one delay.
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
