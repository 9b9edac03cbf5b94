import type { StageStatus } from './status.ts'

/** What the delay depends on, for each stage of the tree. */
export interface Refetched {
  status: StageStatus
  startsAt: Date | null
  endsAt: Date | null
}

export const refetchCap = 30_000
export const refetchJitter = { min: 10_000, max: 180_000 }
export const nearDateWindow = 30 * 60_000

/**
 * Milliseconds until the stages should be requested again, or null when no change is expected. It is the smaller of 30
 * s and the time to the next boundary, plus a random jitter, so that participants do not all come at once. `random` is
 * from 0 inclusive to 1 exclusive.
 */
export function refetchDelay(stages: readonly Refetched[], now: Date, random: number): number | null {
  const ahead = stages
    .flatMap((stage) => [stage.startsAt, stage.endsAt])
    .filter((moment) => moment !== null)
    .map((moment) => moment.getTime() - now.getTime())
    .filter((left) => left >= 0)
  // Infinite without a boundary ahead.
  const nearest = Math.min(...ahead)
  const unsettled = stages.some((stage) => stage.status === 'processing' || stage.status === 'interrupted')
  if (!unsettled && nearest > nearDateWindow) return null
  const jitter = refetchJitter.min + random * (refetchJitter.max - refetchJitter.min)
  return Math.round(Math.min(refetchCap, nearest) + jitter)
}
