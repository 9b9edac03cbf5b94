import { useQuery } from '@tanstack/react-query'
import { refetchDelay } from '#shared/stages/refetch.ts'
import { serverNow } from '#web/platform/api/server-clock.ts'
import { type StageDetails, stageQuery } from './queries.ts'

/** One stage, reloaded while the portal processes the hand-in. */
export function useStage(stageId: number) {
  return useQuery({
    ...stageQuery(stageId),
    refetchInterval: ({ state }) => (state.data ? delayFor(state.data, state.dataUpdatedAt) : false),
  })
}

// The interval is requested at every render, so the delay is stored per answer of the server.
const delays = new WeakMap<StageDetails, { at: number; delay: number | false }>()

function delayFor(stage: StageDetails, at: number): number | false {
  const kept = delays.get(stage)
  if (kept?.at === at) return kept.delay
  // The tree of stages watches the dates.
  const own = { status: stage.status, startsAt: null, endsAt: null }
  const watched = stage.processed_by_people ? [] : [own]
  const delay = refetchDelay(watched, serverNow(), Math.random()) ?? false
  delays.set(stage, { at, delay })
  return delay
}
