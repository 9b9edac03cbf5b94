import { groupBy } from '#shared/lists/group-by.ts'
import type { Quota, QuotaKind, Rule } from './rule.ts'

/** One person before the line, as numbers. */
export interface Candidate {
  id: number
  /** The weighted sum; null without a result. */
  score: number | null
  /** The other sum, for the second list. */
  second: number | null
  /** What separates people of one sum. */
  tie: number | null
  track: string | null
  region: string | null
  district: string | null
}

export type Outcome = 'passed' | 'waiting' | 'failed' | 'none'
/** Why somebody passes. */
export type Why = 'line' | 'quota' | 'tie' | 'second'

export interface Chosen {
  outcome: Outcome
  why: Why | null
  /** Among all with a result, the best is 1; equals share a place. Null without a result. */
  place: number | null
  /** In the waiting list. */
  waiting: number | null
}

/** A group whose bound was asked for, and what came of it. */
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

/** People of one sum, of whom the line takes only some. */
export interface Tie {
  where: 'line' | 'quota' | 'most' | 'second'
  of: string
  score: number
  people: number[]
}

export interface Selection {
  chosen: ReadonlyMap<number, Chosen>
  /** The sum of the last who passes by the line; null while nobody does. */
  line: number | null
  quotas: QuotaResult[]
  /** Ties that the rule leaves open, and those that it has settled. */
  ties: Tie[]
  /** The lower bounds of the quotas ask for more people than there are places. */
  overfull: boolean
}

/** The groups that there are: a quota of «each» also names those in which nobody is. */
export type Groups = Readonly<Record<QuotaKind, readonly string[]>>

interface Bound extends Quota {
  members: Candidate[]
}

/**
 * Draws the line. First the lower bounds of the quotas are filled with the best of each group, then the other places with the best
 * of all, so that nobody passes by a quota who would not have been needed for it. Upper bounds hold everywhere. The same people and
 * rule give the same result in whatever order they come.
 */
export function selectPeople(people: readonly Candidate[], rule: Rule, groups: Groups): Selection {
  const ranked = people
    .filter(({ score }) => score !== null)
    .toSorted((one, other) => compare(one, other) || one.id - other.id)
  const bounds = boundsOf(rule.quotas, ranked, groups)
  const boundsBy = new Map<number, Bound[]>()
  for (const bound of bounds)
    for (const { id } of bound.members) {
      const own = boundsBy.get(id)
      if (own) own.push(bound)
      else boundsBy.set(id, [bound])
    }
  const taken = new Map<number, Why>()
  const counts = new Map<Bound, number>(bounds.map((bound) => [bound, 0]))
  const full = (bound: Bound) => bound.most > 0 && (counts.get(bound) ?? 0) >= bound.most
  const add = (person: Candidate, by: number) => {
    for (const bound of boundsBy.get(person.id) ?? []) counts.set(bound, (counts.get(bound) ?? 0) + by)
  }
  const take = (person: Candidate, why: Why) => {
    taken.set(person.id, why)
    add(person, 1)
  }
  const drop = (person: Candidate) => {
    if (taken.delete(person.id)) add(person, -1)
  }
  const fits = (person: Candidate) => !(boundsBy.get(person.id) ?? []).some(full)

  for (const bound of bounds)
    for (const person of bound.members) {
      if ((counts.get(bound) ?? 0) >= bound.least) break
      if (!taken.has(person.id) && fits(person)) take(person, 'quota')
    }
  const overfull = rule.line === 'places' && taken.size > rule.places
  const enough = (person: Candidate) =>
    rule.line === 'places' ? taken.size < rule.places : (person.score ?? 0) >= rule.score
  let last: Candidate | null = null
  for (const person of ranked) {
    if (taken.has(person.id) || !enough(person) || !fits(person)) continue
    take(person, 'line')
    last = person
  }
  // Whoever is above the line is not there by a quota.
  for (const person of ranked)
    if (taken.get(person.id) === 'quota' && aboveLine(person, last, rule)) taken.set(person.id, 'line')

  const ties = tiesOf({ ranked, bounds, taken, last, rule, full, fits })
  const byId = new Map(ranked.map((person) => [person.id, person]))
  settle(ties, rule.ties, (id) => byId.get(id), { take, drop, taken })
  const second = secondList({ ranked, taken, rule, fits })
  for (const person of second.people) take(person, 'second')
  settle(second.ties, rule.ties, (id) => byId.get(id), { take: (person) => take(person, 'second'), drop, taken })
  return {
    chosen: outcomes(people, ranked, taken, rule.waiting),
    line: ranked.findLast(({ id }) => taken.get(id) === 'line' || taken.get(id) === 'tie')?.score ?? null,
    quotas: bounds.map((bound) => quotaResult(bound, counts.get(bound) ?? 0)),
    ties: [...ties, ...second.ties],
    overfull,
  }
}

/** The better first. Who has nothing to be told apart by comes after who has. */
const compare = (one: Candidate, other: Candidate): number =>
  (other.score ?? 0) - (one.score ?? 0) || (other.tie ?? Number.MIN_SAFE_INTEGER) - (one.tie ?? Number.MIN_SAFE_INTEGER)
const equal = (one: Candidate, other: Candidate) => compare(one, other) === 0

function aboveLine(person: Candidate, last: Candidate | null, rule: Rule): boolean {
  if (rule.line === 'score') return (person.score ?? 0) >= rule.score
  return last !== null && compare(person, last) <= 0
}

/** One bound for each group that the quotas name. The order is that of the quotas. */
function boundsOf(quotas: readonly Quota[], ranked: readonly Candidate[], groups: Groups): Bound[] {
  return quotas.flatMap((quota) => {
    const members = groupBy(ranked, (person) => person[quota.by])
    const names = quota.of === '' ? groups[quota.by] : [quota.of]
    return names.map((of) => ({ ...quota, of, members: members.get(of) ?? [] }))
  })
}

interface Drawn {
  ranked: readonly Candidate[]
  bounds: readonly Bound[]
  taken: ReadonlyMap<number, Why>
  last: Candidate | null
  rule: Rule
  full: (bound: Bound) => boolean
  fits: (person: Candidate) => boolean
}

/** Where the line, or the bound of a group, goes between people of one sum. */
function tiesOf({ ranked, bounds, taken, last, rule, full, fits }: Drawn): Tie[] {
  const ties: Tie[] = []
  const named = new Set<number>()
  const found = (where: Tie['where'], of: string, at: Candidate, among: readonly Candidate[]) => {
    const same = among.filter((person) => equal(person, at))
    const out = same.filter(({ id }) => !taken.has(id) && !named.has(id))
    if (out.length === 0 || out.length === same.length) return
    for (const { id } of out) named.add(id)
    ties.push({ where, of, score: at.score ?? 0, people: same.map(({ id }) => id) })
  }
  for (const bound of bounds) {
    if (!full(bound)) continue
    const lowest = bound.members.findLast(({ id }) => taken.get(id) === 'line')
    if (lowest) found('most', bound.of, lowest, bound.members)
  }
  const free = ranked.filter((person) => taken.has(person.id) || fits(person))
  if (last && rule.line === 'places') found('line', '', last, free)
  for (const bound of bounds) {
    const lowest = bound.members.findLast(({ id }) => taken.get(id) === 'quota')
    if (lowest) found('quota', bound.of, lowest, bound.members)
  }
  return ties
}

interface Acts {
  take: (person: Candidate, why: Why) => void
  drop: (person: Candidate) => void
  taken: ReadonlyMap<number, Why>
}

/** Takes all of a tie, or none of them, as the rule says. */
function settle(
  ties: readonly Tie[],
  how: Rule['ties'],
  person: (id: number) => Candidate | undefined,
  { take, drop, taken }: Acts,
): void {
  if (how === 'ask') return
  for (const { people } of ties)
    for (const id of people) {
      const one = person(id)
      if (!one) continue
      if (how === 'out') drop(one)
      else if (!taken.has(id)) take(one, 'tie')
    }
}

/** The best by the other sum among those whom the first list leaves out. */
function secondList({ ranked, taken, rule, fits }: Pick<Drawn, 'ranked' | 'taken' | 'rule' | 'fits'>): {
  people: Candidate[]
  ties: Tie[]
} {
  if (rule.second.places === 0) return { people: [], ties: [] }
  const left = ranked
    .filter((person) => !taken.has(person.id) && person.second !== null && fits(person))
    .toSorted((one, other) => (other.second ?? 0) - (one.second ?? 0) || compare(one, other) || one.id - other.id)
  const people = left.slice(0, rule.second.places)
  const at = people.at(-1)
  const next = left[people.length]
  const same = (one: Candidate) => at !== undefined && one.second === at.second && equal(one, at)
  const ties: Tie[] =
    at && next && same(next)
      ? [{ where: 'second', of: '', score: at.second ?? 0, people: left.filter(same).map(({ id }) => id) }]
      : []
  return { people, ties }
}

function outcomes(
  people: readonly Candidate[],
  ranked: readonly Candidate[],
  taken: ReadonlyMap<number, Why>,
  waiting: number,
): Map<number, Chosen> {
  const chosen = new Map<number, Chosen>(
    people.map(({ id }) => [id, { outcome: 'none', why: null, place: null, waiting: null }]),
  )
  let [place, before] = [0, null as Candidate | null]
  let [waits, number, lastWaiting] = [0, 0, null as Candidate | null]
  for (const [at, person] of ranked.entries()) {
    if (!before || !equal(before, person)) place = at + 1
    before = person
    const why = taken.get(person.id) ?? null
    if (why) {
      chosen.set(person.id, { outcome: 'passed', why, place, waiting: null })
      continue
    }
    // Equals share a number, and the last number takes all of them.
    const same = lastWaiting !== null && equal(lastWaiting, person)
    if (waits < waiting || (same && waiting > 0)) {
      waits += 1
      if (!same) number = waits
      lastWaiting = person
      chosen.set(person.id, { outcome: 'waiting', why: null, place, waiting: number })
    } else chosen.set(person.id, { outcome: 'failed', why: null, place, waiting: null })
  }
  return chosen
}

function quotaResult({ by, of, least, most, members }: Bound, taken: number): QuotaResult {
  const state = taken < least ? 'short' : most > 0 && taken > most ? 'over' : 'met'
  return { by, of, least, most, there: members.length, taken, state }
}
