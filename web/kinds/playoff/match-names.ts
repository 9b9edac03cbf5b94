import type { Side } from '#shared/kinds/playoff/bracket.ts'
import { matchStateWords } from '#shared/kinds/playoff/own-state.ts'
import type { Entrant, Match } from './queries.ts'

/** Who is on a side of a match, in words. */
export function sideName(
  entrants: ReadonlyMap<number, Entrant>,
  match: Pick<Match, 'a' | 'b' | 'a_bye' | 'b_bye'>,
  side: Side,
) {
  const id = match[side]
  if (id !== null) return entrants.get(id)?.name ?? ''
  return match[`${side}_bye`] ? 'без соперника' : 'ещё не известно'
}

export const byId = (entrants: readonly Entrant[]): Map<number, Entrant> =>
  new Map(entrants.map((entrant) => [entrant.entrant_id, entrant]))

/** «80 на 56,67», or the words in its place. */
export function scoreWords({
  score_a,
  score_b,
  state,
  won,
}: Pick<Match, 'score_a' | 'score_b' | 'state' | 'won'>): string {
  if (score_a !== null && score_b !== null) return `${pointsOf(score_a)} на ${pointsOf(score_b)}`
  return won !== null || state !== 'scheduled' ? matchStateWords[state] : ''
}

export const pointsOf = (points: number): string => String(points).replace('.', ',')
