import type { People } from './people.ts'
import { type Quota, type QuotaKind, quotaKinds, type Rule } from './rule.ts'

/** By their codes in `Selection`. */
export const outcomes = ['none', 'passed', 'waiting', 'failed'] as const
export type Outcome = (typeof outcomes)[number]
const [isNone, isPassed, isWaiting, isFailed] = [0, 1, 2, 3] as const
/** Why a person passes, by its code in `Selection`. */
export const whys = [null, 'line', 'quota', 'tie', 'second'] as const
export type Why = Exclude<(typeof whys)[number], null>
const [byLine, byQuota, byTie, bySecond] = [1, 2, 3, 4] as const

export interface Chosen {
  outcome: Outcome
  why: Why | null
  /** The place among all people with a result: the best is 1, equals share a place. Null without a result. */
  place: number | null
  /** The number in the waiting list. */
  waiting: number | null
}

/** A group with a bound, and the result of applying it. */
export interface QuotaResult {
  by: QuotaKind
  of: string
  least: number
  most: number
  /** People of the group with a result. */
  there: number
  taken: number
  state: 'met' | 'short' | 'over'
}

/** People with equal sums of whom only some pass. */
export interface Tie {
  where: 'line' | 'quota' | 'most' | 'second'
  of: string
  score: number
  people: number[]
}

export interface Selection {
  /** Codes and numbers in the order of the people; 0 for none. */
  outcome: Uint8Array
  why: Uint8Array
  place: Int32Array
  waiting: Int32Array
  /** The sum of the last person who passes by the line; null when nobody does. */
  line: number | null
  quotas: QuotaResult[]
  /** Ties that the rule leaves open, and those that it has settled. */
  ties: Tie[]
  /** The lower bounds of the quotas ask for more people than there are places. */
  overfull: boolean
}

export const chosenAt = ({ outcome, why, place, waiting }: Selection, at: number): Chosen => ({
  outcome: outcomes[outcome[at] ?? isNone] ?? 'none',
  why: whys[why[at] ?? 0] ?? null,
  place: place[at] || null,
  waiting: waiting[at] || null,
})

/** All existing groups: a quota for each group also reports groups without people. */
export type Groups = Readonly<Record<QuotaKind, readonly string[]>>

/** People with a result, the best first. It depends on the sums and not on the line, so it is kept while that moves. */
export interface Ranking {
  /** By rank, the person's place among the people. */
  at: Int32Array
  /** By rank, a number that equals share. */
  level: Int32Array
  /** By kind and group, the ranks of its people, the best first. */
  members: Readonly<Record<QuotaKind, readonly Int32Array[]>>
}

/** The better first. Of equal sums, people without a tie-breaking score come last. */
export function rank({ ids, score, tie, groups }: People): Ranking {
  const compare = (one: number, other: number) => {
    const [first = 0, second = 0] = [tie[one], tie[other]]
    const least = Number.MIN_SAFE_INTEGER
    return (
      (score[other] ?? 0) - (score[one] ?? 0) ||
      (Number.isNaN(second) ? least : second) - (Number.isNaN(first) ? least : first)
    )
  }
  const at = ids
    .map((_id, person) => person)
    .filter((person) => !Number.isNaN(score[person]))
    .sort((one, other) => compare(one, other) || one - other)
  const level = new Int32Array(at.length)
  for (let r = 1; r < at.length; r += 1)
    level[r] = (level[r - 1] ?? 0) + (compare(at[r - 1] ?? 0, at[r] ?? 0) === 0 ? 0 : 1)
  const membersOf = (kind: QuotaKind) => {
    const { names, of } = groups[kind]
    const members: number[][] = names.map(() => [])
    for (let r = 0; r < at.length; r += 1) members[of[at[r] ?? 0] ?? -1]?.push(r)
    return members.map((ranks) => Int32Array.from(ranks))
  }
  const [district, region, track] = quotaKinds.map(membersOf) as [Int32Array[], Int32Array[], Int32Array[]]
  return { at, level, members: { district, region, track } }
}

interface Bound extends Quota {
  /** Ranks of the people of the group. */
  members: Int32Array
  count: number
}

/**
 * Draws the line. First the lower bounds of the quotas are filled with the best of each group, then the other places
 * with the best of all, so that a quota passes only as many people as it needs. Upper bounds apply to every place. The
 * result does not depend on the order of the input. People are named by their ranks here.
 */
export function selectPeople(people: People, ranking: Ranking, rule: Rule, groups: Groups): Selection {
  const { at, level } = ranking
  const scoreOf = (r: number) => people.score[at[r] ?? 0] ?? 0
  const { bounds, boundsOf } = boundsIn(rule.quotas, people, ranking, groups)
  /** By rank, the code of why the person passes. */
  const taken = new Uint8Array(at.length)
  let count = 0
  const full = (bound: Bound) => bound.most > 0 && bound.count >= bound.most
  const fits = (r: number) => !boundsOf(r).some(full)
  const take = (r: number, why: number) => {
    if (taken[r] === 0) count += 1
    taken[r] = why
    for (const bound of boundsOf(r)) bound.count += 1
  }
  const drop = (r: number) => {
    if (taken[r] === 0) return
    count -= 1
    taken[r] = 0
    for (const bound of boundsOf(r)) bound.count -= 1
  }

  for (const bound of bounds)
    for (const r of bound.members) {
      if (bound.count >= bound.least) break
      if (taken[r] === 0 && fits(r)) take(r, byQuota)
    }
  const byPlaces = rule.line === 'places'
  const overfull = byPlaces && count > rule.places
  let last = -1
  for (let r = 0; r < at.length; r += 1) {
    if (byPlaces ? count >= rule.places : scoreOf(r) < rule.score) break
    if (taken[r] !== 0 || !fits(r)) continue
    take(r, byLine)
    last = r
  }
  // The reason of a person above the line is the line, not the quota.
  for (let r = 0; r < at.length; r += 1) {
    if (byPlaces ? last === -1 || (level[r] ?? 0) > (level[last] ?? 0) : scoreOf(r) < rule.score) break
    if (taken[r] === byQuota) taken[r] = byLine
  }

  const drawn = { people, ranking, taken, fits }
  const ties = tiesOf(drawn, { bounds, last: byPlaces ? last : -1, full })
  settle(ties, rule.ties, { take: (r) => taken[r] === 0 && take(r, byTie), drop })
  const second = secondList(drawn, rule.second.places)
  for (const r of second.taken) take(r, bySecond)
  settle(second.ties, rule.ties, { take: (r) => taken[r] === 0 && take(r, bySecond), drop })
  const lowest = taken.findLastIndex((why) => why === byLine || why === byTie)
  return {
    ...placesOf(drawn, rule.waiting),
    line: lowest === -1 ? null : scoreOf(lowest),
    quotas: bounds.map(quotaResult),
    ties: [...ties, ...second.ties].map(({ ranks, ...tie }) => ({
      ...tie,
      people: ranks.map((r) => people.ids[at[r] ?? 0] ?? 0),
    })),
    overfull,
  }
}

const nobody = new Int32Array(0)

/** One bound for each group of the quotas, in the order of the quotas, and the bounds of each person. */
function boundsIn(quotas: readonly Quota[], people: People, { at, members }: Ranking, groups: Groups) {
  const byKind = <T>(of: (names: readonly string[]) => T) =>
    Object.fromEntries(quotaKinds.map((kind) => [kind, of(people.groups[kind].names)])) as Record<QuotaKind, T>
  const own = byKind((names) => names.map((): Bound[] => []))
  const places = byKind((names) => new Map(names.map((name, place) => [name, place])))
  const bounds = quotas.flatMap((quota) =>
    (quota.of === '' ? groups[quota.by] : [quota.of]).map((of): Bound => {
      const place = places[quota.by].get(of) ?? -1
      const bound = { ...quota, of, members: members[quota.by][place] ?? nobody, count: 0 }
      own[quota.by][place]?.push(bound)
      return bound
    }),
  )
  // People of the same groups share their bounds.
  const known = new Map<number, readonly Bound[]>()
  const bounded = quotaKinds.filter((kind) => quotas.some(({ by }) => by === kind))
  const boundsOf = (r: number): readonly Bound[] => {
    const person = at[r] ?? 0
    let key = 0
    for (const kind of bounded)
      key = key * (people.groups[kind].names.length + 1) + (people.groups[kind].of[person] ?? 0) + 1
    const found = known.get(key)
    if (found) return found
    const made = bounded.flatMap((kind) => own[kind][people.groups[kind].of[person] ?? -1] ?? [])
    known.set(key, made)
    return made
  }
  return { bounds, boundsOf }
}

interface Drawn {
  people: People
  ranking: Ranking
  taken: Uint8Array
  fits: (r: number) => boolean
}

type RankedTie = Omit<Tie, 'people'> & { ranks: number[] }

/** The ties at the line, whose last person is given where it has a number of places, and at the bounds of groups. */
function tiesOf(
  { people, ranking: { at, level }, taken, fits }: Drawn,
  { bounds, last, full }: { bounds: readonly Bound[]; last: number; full: (bound: Bound) => boolean },
): RankedTie[] {
  const ties: RankedTie[] = []
  const named = new Uint8Array(at.length)
  const found = (where: Tie['where'], of: string, lowest: number, ranks: number[]) => {
    const out = ranks.filter((r) => taken[r] === 0 && named[r] === 0)
    if (out.length === 0 || out.length === ranks.length) return
    for (const r of out) named[r] = 1
    ties.push({ where, of, score: people.score[at[lowest] ?? 0] ?? 0, ranks })
  }
  /** The ties of groups whose last person passes for this reason. */
  const inGroups = (where: 'most' | 'quota', why: number, some: readonly Bound[]) => {
    for (const { of, members } of some) {
      const lowest = members.findLast((r) => taken[r] === why)
      if (lowest !== undefined) found(where, of, lowest, [...members.filter((r) => level[r] === level[lowest])])
    }
  }
  inGroups('most', byLine, bounds.filter(full))
  if (last !== -1) {
    const equals: number[] = []
    for (let r = level.indexOf(level[last] ?? 0); r < at.length && level[r] === level[last]; r += 1)
      if (taken[r] !== 0 || fits(r)) equals.push(r)
    found('line', '', last, equals)
  }
  inGroups('quota', byQuota, bounds)
  return ties
}

/** Takes all people of a tie, or none of them, as the rule says. */
function settle(
  ties: readonly RankedTie[],
  how: Rule['ties'],
  { take, drop }: Record<'take' | 'drop', (r: number) => unknown>,
): void {
  if (how === 'ask') return
  for (const { ranks } of ties) for (const r of ranks) (how === 'out' ? drop : take)(r)
}

/** The best by the sum of the second list, among people outside the first list. */
function secondList({ people: { second }, ranking: { at, level }, taken, fits }: Drawn, places: number) {
  if (places === 0) return { taken: [], ties: [] }
  const secondOf = (r: number) => second[at[r] ?? 0] ?? 0
  const left = at
    .map((_person, r) => r)
    .filter((r) => taken[r] === 0 && !Number.isNaN(secondOf(r)) && fits(r))
    .sort((one, other) => secondOf(other) - secondOf(one) || one - other)
  const last = left[Math.min(places, left.length) - 1]
  const next = left[places]
  const same = (r: number) => last !== undefined && secondOf(r) === secondOf(last) && level[r] === level[last]
  const ties: RankedTie[] =
    last !== undefined && next !== undefined && same(next)
      ? [{ where: 'second', of: '', score: secondOf(last), ranks: [...left.filter(same)] }]
      : []
  return { taken: [...left.subarray(0, places)], ties }
}

function placesOf({ people: { ids }, ranking: { at, level }, taken }: Drawn, maxWaiting: number) {
  const [outcome, why] = [new Uint8Array(ids.length), new Uint8Array(ids.length)]
  const [place, waiting] = [new Int32Array(ids.length), new Int32Array(ids.length)]
  let best = 0
  let [waits, number, lastWaiting] = [0, 0, -1]
  for (let r = 0; r < at.length; r += 1) {
    const person = at[r] ?? 0
    const own = level[r] ?? 0
    if (r === 0 || own !== level[r - 1]) best = r + 1
    place[person] = best
    if (taken[r] !== 0) {
      outcome[person] = isPassed
      why[person] = taken[r] ?? 0
      continue
    }
    // Equals share a number, and all equals at the last number are on the list.
    const same = own === lastWaiting
    if (waits < maxWaiting || (same && maxWaiting > 0)) {
      waits += 1
      if (!same) number = waits
      lastWaiting = own
      outcome[person] = isWaiting
      waiting[person] = number
    } else outcome[person] = isFailed
  }
  return { outcome, why, place, waiting }
}

function quotaResult({ by, of, least, most, members, count: taken }: Bound): QuotaResult {
  const state = taken < least ? 'short' : most > 0 && taken > most ? 'over' : 'met'
  return { by, of, least, most, there: members.length, taken, state }
}
