import { randomInt } from 'node:crypto'
import type { Groups, Opinion } from './tables.ts'

/**
 * Answers of many people. Every list has a random order of its own, so a text cannot be matched with a region, a track
 * or a device: these are stored only with the recommendation.
 */
export interface Said {
  opinions: Opinion[]
  by: Record<keyof Groups, [value: string, recommend: number][]>
}

/** A larger bucket is divided in two, so a known bucket still leaves at least half as many possible authors. */
export const largestBucket = 200

export const emptyBucket: Said = { opinions: [], by: { region: [], track: [], device: [] } }

/** The bucket with one more answer, in a new random order. */
export function withOpinion(said: Said, opinion: Opinion, groups: Groups): Said {
  const { recommend } = opinion
  const add = (name: keyof Groups) => shuffled([...said.by[name], [groups[name], recommend] as [string, number]])
  return {
    opinions: shuffled([...said.opinions, opinion]),
    by: { region: add('region'), track: add('track'), device: add('device') },
  }
}

/** Splits a bucket in two halves, each list separately. */
export function halves(said: Said): [Said, Said] {
  const part = (at: 0 | 1): Said => {
    const half = <T>(list: readonly T[]) => list.filter((_each, number) => number % 2 === at)
    const { region, track, device } = said.by
    return { opinions: half(said.opinions), by: { region: half(region), track: half(track), device: half(device) } }
  }
  return [part(0), part(1)]
}

/** A copy in an unpredictable order. */
export function shuffled<T>(list: readonly T[]): T[] {
  const mixed = [...list]
  for (let at = mixed.length - 1; at > 0; at -= 1) {
    const other = randomInt(at + 1)
    ;[mixed[at], mixed[other]] = [mixed[other] as T, mixed[at] as T]
  }
  return mixed
}
