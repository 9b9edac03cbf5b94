import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type FreeMentor, gapCosts, type Matching, type PersonToMatch, pairCost, planMatching } from './matching.ts'

const person = (id: number, wishes: number[], more: Partial<PersonToMatch> = {}): PersonToMatch => ({
  ...{ id, lacks: 1, region: null, barred: new Set<number>(), pinned: [] },
  wishes: wishes.map((mentor) => ({ mentor, wish: 0 as const })),
  ...more,
})
const mentor = (id: number, free: number | null = 1, region: string | null = null): FreeMentor => ({ id, free, region })
const rules = { region: 'any' as const }
const found = ({ pairs }: Matching) => Object.fromEntries(pairs.map((pair) => [pair.person, pair.mentor]))

test('as many people as possible get a mentor, and then the most wanted mentor', async () => {
  const plan = await planMatching([person(1, [1, 2]), person(2, [1])], [mentor(1), mentor(2)], rules)
  expect(found(plan)).toEqual({ 1: 2, 2: 1 })
  expect(plan.unmatched).toEqual([])
  expect(found(await planMatching([person(1, [2, 1]), person(2, [1, 2])], [mentor(1), mentor(2)], rules))).toEqual({
    1: 2,
    2: 1,
  })
})

test('between people who want a mentor equally the wish of the mentor decides, or the region if the organiser prefers one', async () => {
  const both = (wish: -1 | 1) => [
    person(1, [], { wishes: [{ mentor: 1, wish: 0 }], region: '77' }),
    person(2, [], { wishes: [{ mentor: 1, wish }], region: '59' }),
  ]
  expect(found(await planMatching(both(1), [mentor(1)], rules))).toEqual({ 2: 1 })
  expect(found(await planMatching(both(-1), [mentor(1)], rules))).toEqual({ 1: 1 })
  const alike = [person(1, [1], { region: '77' }), person(2, [1], { region: '59' })]
  expect(found(await planMatching(alike, [mentor(1, 1, '59')], { region: 'same' }))).toEqual({ 2: 1 })
  expect(found(await planMatching(alike, [mentor(1, 1, '59')], { region: 'other' }))).toEqual({ 1: 1 })
})

test('pins come first, and everybody without a mentor gets a reason', async () => {
  const people = [
    person(1, [1]),
    person(2, [2], { pinned: [1] }),
    person(3, [2], { barred: new Set([2]) }),
    person(4, [3]),
    person(5, [9]),
    person(6, [2], { pinned: [3] }),
  ]
  const plan = await planMatching(people, [mentor(1), mentor(2, 0), mentor(3, 0)], rules)
  expect(found(plan)).toEqual({ 2: 1 })
  expect(plan.unmatched).toEqual([
    { person: 1, reason: 'taken' },
    { person: 3, reason: 'conflicts' },
    { person: 4, reason: 'no_places' },
    { person: 5, reason: 'nobody' },
    { person: 6, reason: 'pin_full' },
  ])
})

test('a first mentor for a person comes before a second one for another', async () => {
  const plan = await planMatching(
    [person(1, [1, 2], { lacks: 2 }), person(2, [2], { lacks: 2 })],
    [mentor(1), mentor(2)],
    rules,
  )
  expect(found(plan)).toEqual({ 1: 1, 2: 2 })
})

test('a mentor without a limit takes everybody, and a person who needs no mentor gets none', async () => {
  const plan = await planMatching(
    [1, 2, 3].map((id) => person(id, [1])),
    [mentor(1, null)],
    rules,
  )
  expect(plan.pairs).toHaveLength(3)
  expect(await planMatching([], [mentor(1)], rules)).toEqual({ pairs: [], unmatched: [] })
  expect((await planMatching([person(1, [1], { lacks: 0 })], [mentor(1)], rules)).pairs).toEqual([])
})

type Region = 'any' | 'same' | 'other'
const cases = fc
  .record({
    mentors: fc.array(fc.record({ free: fc.integer({ min: 0, max: 2 }), region: fc.constantFrom('a', 'b', null) }), {
      ...{ minLength: 1, maxLength: 3 },
    }),
    people: fc.array(
      fc.record({
        lacks: fc.integer({ min: 1, max: 2 }),
        region: fc.constantFrom('a', 'b', null),
        order: fc.shuffledSubarray([1, 2, 3]),
        wishes: fc.array(fc.constantFrom(-1 as const, 0 as const, 1 as const), { minLength: 3, maxLength: 3 }),
        barred: fc.subarray([1, 2, 3], { maxLength: 1 }),
      }),
      { minLength: 1, maxLength: 4 },
    ),
    region: fc.constantFrom<Region>('any', 'same', 'other'),
  })
  .map(({ mentors, people, region }) => ({
    region,
    mentors: mentors.map((each, at): FreeMentor => ({ id: at + 1, ...each })),
    people: people.map(
      ({ order, wishes, barred, ...each }, at): PersonToMatch => ({
        ...{ ...each, id: at + 1, pinned: [], barred: new Set(barred) },
        wishes: order.map((id, place) => ({ mentor: id, wish: wishes[place] ?? 0 })),
      }),
    ),
  }))

/** The cost of a plan, written out from the rules, for every person with the given mentors. */
function costOf(people: readonly PersonToMatch[], mentors: readonly FreeMentor[], given: number[][], region: Region) {
  const gaps = gapCosts(mentors.length)
  return people.reduce((sum, one, at) => {
    const own = given[at] ?? []
    const empty = one.lacks - own.length
    const missing = own.length === 0 ? gaps.first + (empty - 1) * gaps.further : empty * gaps.further
    const pairs = own.map((id) => {
      const place = one.wishes.findIndex((wish) => wish.mentor === id)
      const same = one.region !== null && one.region === mentors[id - 1]?.region
      return pairCost(place, one.wishes[place]?.wish ?? 0, same, region)
    })
    return sum + missing + pairs.reduce((total, cost) => total + cost, 0)
  }, 0)
}

/** The cost of the cheapest plan, found by trying all plans. */
function cheapest(people: readonly PersonToMatch[], mentors: readonly FreeMentor[], region: Region): number {
  const free = mentors.map(({ free: places }) => places ?? 0)
  const given: number[][] = []
  const from = (at: number): number => {
    const one = people[at]
    if (!one) return costOf(people, mentors, given, region)
    const options = one.wishes.map((wish) => wish.mentor).filter((id) => (free[id - 1] ?? 0) > 0 && !one.barred.has(id))
    const sets = [[], ...options.map((id) => [id])]
    if (one.lacks > 1)
      for (const [place, first] of options.entries())
        for (const second of options.slice(place + 1)) sets.push([first, second])
    return Math.min(
      ...sets.map((own) => {
        for (const id of own) free[id - 1] = (free[id - 1] ?? 0) - 1
        given[at] = own
        const cost = from(at + 1)
        for (const id of own) free[id - 1] = (free[id - 1] ?? 0) + 1
        return cost
      }),
    )
  }
  return from(0)
}

test('in 1,000 small cases no other plan is better, and none breaks a rule', async () => {
  await fc.assert(
    fc.asyncProperty(cases, async ({ people, mentors, region }) => {
      const { pairs, unmatched } = await planMatching(people, mentors, { region })
      const given = people.map(({ id }) => pairs.filter((pair) => pair.person === id).map((pair) => pair.mentor))
      for (const [at, one] of people.entries()) {
        const own = given[at] ?? []
        expect(own.length).toBeLessThanOrEqual(one.lacks)
        expect(new Set(own).size).toBe(own.length)
        for (const id of own)
          expect([one.barred.has(id), one.wishes.some((wish) => wish.mentor === id)]).toEqual([false, true])
        expect(unmatched.some((left) => left.person === one.id)).toBe(own.length === 0)
      }
      for (const { id, free } of mentors)
        expect(pairs.filter((pair) => pair.mentor === id).length).toBeLessThanOrEqual(free ?? 0)
      expect(costOf(people, mentors, given, region)).toBe(cheapest(people, mentors, region))
    }),
    { numRuns: 1000 },
  )
})
