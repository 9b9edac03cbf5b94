import fc from 'fast-check'
import { expect, test } from 'vitest'
import { groupBy } from '#shared/platform/lists/group-by.ts'
import { type Candidate, peopleOf } from './people.ts'
import { newRule, type Quota, type Rule } from './rule.ts'
import {
  type Chosen,
  chosenAt,
  type Groups,
  type QuotaResult,
  rank,
  selectPeople,
  type Tie,
  type Why,
} from './select-people.ts'

const groups: Groups = { district: ['n', 's', 'e'], region: ['n1', 'n2', 's1', 'e1'], track: ['a', 'b'] }
const few = fc.integer({ min: 0, max: 6 })
const group = (names: readonly string[]) => fc.constantFrom(...names, 'unknown', null)
const candidate = fc.record({
  score: fc.constantFrom(null, -1, 0, 0.5, 1, 2, 3, 4),
  second: fc.constantFrom(null, 0, 1, 2),
  tie: fc.constantFrom(null, 1, 2),
  district: group(groups.district),
  region: group(groups.region),
  track: group(groups.track),
})
const people = fc
  .array(candidate, { maxLength: 40 })
  .map((all): Candidate[] => all.map((one, at) => ({ ...one, id: ((at * 37) % 101) + 1 })))
const quota: fc.Arbitrary<Quota> = fc
  .constantFrom('district' as const, 'region' as const, 'track' as const)
  .chain((by) =>
    fc.record({ by: fc.constant(by), of: fc.constantFrom('', ...groups[by], 'unknown'), least: few, most: few }),
  )
const rule: fc.Arbitrary<Rule> = fc
  .record({
    line: fc.constantFrom('places' as const, 'score' as const),
    places: fc.integer({ min: 0, max: 25 }),
    score: fc.constantFrom(-2, 0, 1, 2.5, 3, 9),
    quotas: fc.array(quota, { maxLength: 4 }),
    ties: fc.constantFrom('ask' as const, 'in' as const, 'out' as const),
    waiting: few,
    seconds: few,
  })
  .map(({ seconds, ...more }) => ({
    ...newRule('essay'),
    ...more,
    second: { scores: [{ stage: 'video', weight: 1 }], places: seconds },
  }))

test('SZ-04 the line over columns of numbers chooses whom the rule means, with all quotas and ties', () => {
  const seed = Number(process.env.PROPERTY_SEED) || undefined
  fc.assert(
    fc.property(people, rule, (candidates, asked) => {
      const plain = selectPlainly(candidates, asked, groups)
      const columns = peopleOf(candidates)
      const found = selectPeople(columns, rank(columns), asked, groups)
      const { quotas, ties, line, overfull } = found
      expect({ quotas, ties, line, overfull }).toEqual({
        ...{ quotas: plain.quotas, ties: plain.ties, line: plain.line, overfull: plain.overfull },
      })
      for (const [at, id] of columns.ids.entries()) expect(chosenAt(found, at)).toEqual(plain.chosen.get(id))
    }),
    { numRuns: 3000, ...(seed !== undefined && { seed }) },
  )
})

interface PlainSelection {
  chosen: ReadonlyMap<number, Chosen>
  line: number | null
  quotas: QuotaResult[]
  ties: Tie[]
  overfull: boolean
}

interface Bound extends Quota {
  members: Candidate[]
}

/** The rule as it is meant, person by person. */
function selectPlainly(people: readonly Candidate[], rule: Rule, groups: Groups): PlainSelection {
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
  // The reason of a person above the line is the line, not the quota.
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

/** The better first. Of equal sums, people without a tie-breaking score come last. */
const compare = (one: Candidate, other: Candidate): number =>
  (other.score ?? 0) - (one.score ?? 0) || (other.tie ?? Number.MIN_SAFE_INTEGER) - (one.tie ?? Number.MIN_SAFE_INTEGER)
const equal = (one: Candidate, other: Candidate) => compare(one, other) === 0

function aboveLine(person: Candidate, last: Candidate | null, rule: Rule): boolean {
  if (rule.line === 'score') return (person.score ?? 0) >= rule.score
  return last !== null && compare(person, last) <= 0
}

/** One bound for each group of the quotas, in the order of the quotas. */
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

/** The ties at the line and at the bounds of groups. */
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

/** Takes all people of a tie, or none of them, as the rule says. */
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

/** The best by the sum of the second list, among people outside the first list. */
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
    // Equals share a number, and all equals at the last number are on the list.
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
