import { useQuery } from '@tanstack/react-query'
import { parseWire } from '#shared/platform/time/moscow.ts'
import { refetchDelay } from '#shared/stages/refetch.ts'
import { serverNow } from '#web/platform/api/server-clock.ts'
import { stagesQuery } from './queries.ts'
import { flatten, type Stage } from './stage.ts'

/** Milliseconds until the tree should be refetched, or false when no change is expected. */
export function nextRefetch(stages: readonly Stage[], now: Date, random: number): number | false {
  const watched = flatten(stages).map(({ status, start_date, end_date }) => ({
    status,
    startsAt: start_date === null ? null : parseWire(start_date),
    endsAt: end_date === null ? null : parseWire(end_date),
  }))
  return refetchDelay(watched, now, random) ?? false
}

/** The stages of a track, refetched according to their statuses and dates. */
export function useStages(competition: string, track: string) {
  return useQuery({
    ...stagesQuery(competition, track),
    refetchInterval: ({ state }) => (state.data ? delayFor(state.data.stages, state.dataUpdatedAt) : false),
  })
}

// The interval is requested at every render, so the delay is stored per answer of the server.
const delays = new WeakMap<readonly Stage[], { at: number; delay: number | false }>()

function delayFor(stages: readonly Stage[], at: number): number | false {
  const kept = delays.get(stages)
  if (kept?.at === at) return kept.delay
  const delay = nextRefetch(stages, serverNow(), Math.random())
  delays.set(stages, { at, delay })
  return delay
}
