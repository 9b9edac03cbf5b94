import { randomInt } from 'node:crypto'
import type { Groups, Opinion } from './tables.ts'

/**
 * Answers of many people. Every list is in a random order of its own, so what somebody has written is not beside the
 * region, the track or the device: those stand only beside the recommendation.
 */
export interface Said {
  opinions: Opinion[]
  by: Record<keyof Groups, [value: string, recommend: number][]>
}

/** A bucket that has more is divided in two. So whoever knows the bucket of an answer has at least half as many to choose from. */
export const largestBucket = 200

export const nothingSaid: Said = { opinions: [], by: { region: [], track: [], device: [] } }

/** The bucket with one more answer, all of it in a new order. */
export function withOpinion(said: Said, opinion: Opinion, groups: Groups): Said {
  const { recommend } = opinion
  const add = (name: keyof Groups) => shuffled([...said.by[name], [groups[name], recommend] as [string, number]])
  return {
    opinions: shuffled([...said.opinions, opinion]),
    by: { region: add('region'), track: add('track'), device: add('device') },
  }
}

/** Two halves, each list divided by itself. */
export function halves(said: Said): [Said, Said] {
  const part = (at: 0 | 1): Said => {
    const half = <T>(list: readonly T[]) => list.filter((_each, number) => number % 2 === at)
    const { region, track, device } = said.by
    return { opinions: half(said.opinions), by: { region: half(region), track: half(track), device: half(device) } }
  }
  return [part(0), part(1)]
}

/** In an order that nobody can foresee. */
export function shuffled<T>(list: readonly T[]): T[] {
  const mixed = [...list]
  for (let at = mixed.length - 1; at > 0; at -= 1) {
    const other = randomInt(at + 1)
    ;[mixed[at], mixed[other]] = [mixed[other] as T, mixed[at] as T]
  }
  return mixed
}
