/** One side of a match. */
export type Side = 'a' | 'b'
/** How a match ended; `none`: nobody came, so the next round has a bye. */
export type Outcome = Side | 'none'
/** The number of a seed; `bye`: no player; null: not known yet. */
export type Player = number | 'bye' | null

/** The size of a bracket. Seeds count from 1, the best first. */
export interface Bracket {
  entrants: number
  third: boolean
}

/**
 * The place of a match in the bracket: rounds count from 1, places from 0. The match for the third place is place 1 of
 * the last round.
 */
export interface Place {
  round: number
  place: number
}

export interface PlayedMatch extends Place {
  a: Player
  b: Player
  winner: Player
  loser: Player
}

export const minEntrants = 2
export const maxEntrants = 128

export const keyOf = ({ round, place }: Place): string => `${round}/${place}`

export const roundsOf = (entrants: number): number => Math.max(1, Math.ceil(Math.log2(entrants)))

export const isThird = (rounds: number, { round, place }: Place): boolean => round === rounds && place === 1

/** Seeds in the order of the first round: the best two can only meet in the final, the best four in the semi-finals. */
export function seedOrder(rounds: number): number[] {
  let order = [1]
  for (let round = 0; round < rounds; round++) {
    const sum = order.length * 2 + 1
    order = order.flatMap((seed) => [seed, sum - seed])
  }
  return order
}

/** The outcomes that people have decided, by the key of the match. */
export type Outcomes = ReadonlyMap<string, Outcome>

/** Seeds that have dropped out, with the moment: of two, the one who dropped out earlier loses. */
export type Gone = ReadonlyMap<number, number>

/** Every match with its players and its winner. A player who has dropped out loses the matches not yet played. */
export function playOut({ entrants, third }: Bracket, outcomes: Outcomes, gone: Gone): PlayedMatch[] {
  const rounds = roundsOf(entrants)
  const seeds: Player[] = seedOrder(rounds).map((seed) => (seed <= entrants ? seed : 'bye'))
  const played: PlayedMatch[] = []
  let players = seeds
  let semis: PlayedMatch[] = []
  for (let round = 1; round <= rounds; round++) {
    const matches = pairs(players).map(([a, b], place) => settleMatch({ round, place }, a, b, outcomes, gone))
    played.push(...matches)
    if (round === rounds - 1) semis = matches
    players = matches.map(({ winner }) => winner)
  }
  const [first, second] = semis
  if (third && first && second)
    played.push(settleMatch({ round: rounds, place: 1 }, first.loser, second.loser, outcomes, gone))
  return played
}

const pairs = (players: readonly Player[]): [Player, Player][] =>
  Array.from({ length: players.length / 2 }, (_none, at) => [players[2 * at] ?? null, players[2 * at + 1] ?? null])

function settleMatch(at: Place, a: Player, b: Player, outcomes: Outcomes, gone: Gone): PlayedMatch {
  const match = { ...at, a, b }
  if (a === null || b === null) return { ...match, winner: null, loser: null }
  const outcome = typeof a === 'number' && typeof b === 'number' ? outcomes.get(keyOf(at)) : undefined
  if (outcome === 'none') return { ...match, winner: 'bye', loser: 'bye' }
  if (outcome) return { ...match, winner: match[outcome], loser: match[otherSide(outcome)] }
  // The later dropout wins, so a match that is settled by one dropout stays settled after the other.
  const [left, right] = [presence(a, gone), presence(b, gone)]
  if (left < right) return { ...match, winner: b, loser: 'bye' }
  if (left > right || left < Number.POSITIVE_INFINITY) return { ...match, winner: a, loser: 'bye' }
  return { ...match, winner: null, loser: null }
}

/** Until when the player is in the bracket: without end unless they dropped out; a bye never is. */
const presence = (player: number | 'bye', gone: Gone): number =>
  player === 'bye' ? Number.NEGATIVE_INFINITY : (gone.get(player) ?? Number.POSITIVE_INFINITY)

export const otherSide = (side: Side): Side => (side === 'a' ? 'b' : 'a')

/** A match whose players change. */
export interface Moved extends Place {
  before: { a: Player; b: Player }
  after: { a: Player; b: Player }
}

/** The matches whose players in `after` differ from those in `before`, in the order of the bracket. */
export function moved(before: readonly PlayedMatch[], after: readonly PlayedMatch[]): Moved[] {
  const now = new Map(after.map((match) => [keyOf(match), match]))
  return before.flatMap(({ round, place, a, b }) => {
    const next = now.get(keyOf({ round, place }))
    if (!next || (next.a === a && next.b === b)) return []
    return [{ round, place, before: { a, b }, after: { a: next.a, b: next.b } }]
  })
}

/** The usual name of a round: «1/8 финала». */
export function roundName(rounds: number, at: Place): string {
  if (isThird(rounds, at)) return 'Матч за третье место'
  const left = rounds - at.round
  return left === 0 ? 'Финал' : left === 1 ? 'Полуфинал' : `1/${2 ** left} финала`
}

/** The name of a round within a sentence. */
export const roundInside = (rounds: number, at: Place): string =>
  isThird(rounds, at) || rounds - at.round < 2 ? roundName(rounds, at).toLowerCase() : roundName(rounds, at)
