import { type Criterion, type Marks, totalOf } from '#shared/stages/rubric.ts'
import type { Side } from './bracket.ts'

/** The tie-breaks for equal points; their order is fixed before the first match. The chair always comes last. */
export const tieBreaks = ['criterion', 'judges', 'rating'] as const
export type TieBreak = (typeof tieBreaks)[number] | 'chair'
export type DecidedBy = TieBreak | 'score'

export interface JudgedMatch {
  /** By the code of the criterion with the side as prefix. */
  marks: Marks
  chair: boolean
  /** The side that the chair prefers when everything else is equal. */
  favours: Side | null
}

/** The criteria of one side: their codes get the side as prefix. */
export const twoSided = (criteria: readonly Criterion[], side: Side): Criterion[] =>
  criteria.map((criterion) => ({ ...criterion, code: `${side}_${criterion.code}` }))

export const bothSides = (criteria: readonly Criterion[]): Criterion[] => [
  ...twoSided(criteria, 'a'),
  ...twoSided(criteria, 'b'),
]

/** Points of 100 that one judge gave a side. */
export const sideTotal = (criteria: readonly Criterion[], marks: Marks, side: Side): number =>
  totalOf(twoSided(criteria, side), marks)

export interface MatchResult {
  a: number
  b: number
  winner: Side
  by: DecidedBy
}

/** The mean points of both sides and the winner; null while everything is equal and the chair has not chosen a side. */
export function matchResult(
  judges: readonly JudgedMatch[],
  { criteria, order, ratings }: { criteria: readonly Criterion[]; order: readonly TieBreak[]; ratings: Ratings },
): MatchResult | null {
  const mean = (side: Side, rubric = criteria) =>
    twoDigits(judges.reduce((sum, { marks }) => sum + sideTotal(rubric, marks, side), 0) / judges.length)
  const points = { a: mean('a'), b: mean('b') }
  const first = criteria.slice(0, 1)
  const votes = (side: Side, other: Side) =>
    judges.filter(({ marks }) => sideTotal(criteria, marks, side) > sideTotal(criteria, marks, other)).length
  const ways: Record<DecidedBy, () => Side | null> = {
    score: () => higher(points.a, points.b),
    criterion: () => higher(mean('a', first), mean('b', first)),
    judges: () => higher(votes('a', 'b'), votes('b', 'a')),
    rating: () => (ratings.a === null || ratings.b === null ? null : higher(ratings.a, ratings.b)),
    chair: () => judges.find(({ chair }) => chair)?.favours ?? null,
  }
  for (const by of ['score', ...order.filter((one) => one !== 'chair'), 'chair'] as const) {
    const winner = ways[by]()
    if (winner) return { ...points, winner, by }
  }
  return null
}

export interface Ratings {
  a: number | null
  b: number | null
}

const higher = (a: number, b: number): Side | null => (a === b ? null : a > b ? 'a' : 'b')
export const twoDigits = (points: number): number => Math.round(points * 100) / 100

export const tieWords: Record<TieBreak, string> = {
  criterion: 'первый критерий',
  judges: 'за кого больше судей',
  rating: 'рейтинг прежнего этапа',
  chair: 'слово председателя',
}

/** What decided a match, when points alone did not. */
export const decidedWords: Record<DecidedBy, string> = {
  score: '',
  criterion: 'баллы равны, решил первый критерий',
  judges: 'баллы равны, решило число судей',
  rating: 'баллы равны, решил рейтинг прежнего этапа',
  chair: 'баллы равны, решил председатель',
}
