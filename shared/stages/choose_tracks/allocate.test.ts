import { expect, test } from 'vitest'
import { type Applicant, allocate, methodInWords } from './allocate.ts'

const person = (id: number, score: number | null, tracks: string[], since = id): Applicant => ({
  id,
  score,
  tracks,
  since,
})
const places = (given: ReturnType<typeof allocate>) =>
  [...given].map(([id, { track, priority }]) => `${id} ${track} ${priority}`).toSorted()

test('by score: who has more gets the track that matters most to him while there is a place', () => {
  const people = [person(1, 10, ['a', 'b']), person(2, 30, ['a']), person(3, 20, ['a', 'b']), person(4, null, ['b'])]
  const left = new Map([
    ['a', 1],
    ['b', 1],
  ])
  expect(places(allocate(people, left, 'by_score'))).toEqual(['2 a 1', '3 b 2'])
})

test('by priority: who named a track first comes before anybody who named it second', () => {
  const people = [person(1, 10, ['b']), person(2, 30, ['a']), person(3, 20, ['a', 'b'])]
  const left = new Map([
    ['a', 1],
    ['b', 1],
  ])
  expect(places(allocate(people, left, 'by_priority'))).toEqual(['1 b 1', '2 a 1'])
  expect(places(allocate(people, left, 'by_score'))).toEqual(['2 a 1', '3 b 2'])
})

test('equal scores, and none at all, are settled by who chose earlier', () => {
  const left = new Map([['a', 1]])
  expect(places(allocate([person(1, 5, ['a'], 9), person(2, 5, ['a'], 3)], left, 'by_score'))).toEqual(['2 a 1'])
  expect(places(allocate([person(1, null, ['a'], 9), person(2, null, ['a'], 3)], left, 'by_score'))).toEqual(['2 a 1'])
})

test('a team gets places for all its people or none, and a smaller one may get what it leaves', () => {
  const left = new Map([['a', 3]])
  const team = (id: number, score: number, size: number) => ({ ...person(id, score, ['a']), size })
  const both = [team(1, 50, 2), team(2, 30, 2), team(3, 10, 1)]
  expect(places(allocate(both, left, 'by_score'))).toEqual(['1 a 1', '3 a 1'])
  expect(places(allocate(both, left, 'by_priority'))).toEqual(['1 a 1', '3 a 1'])
})

test.each([
  'by_score',
  'by_priority',
] as const)('%s: no quota is exceeded, no place is left to somebody who wants it, in 300 draws', (order) => {
  let seed = 7
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
    return Math.floor((seed / 2 ** 31) * below)
  }
  for (let draw = 0; draw < 300; draw += 1) {
    const codes = ['a', 'b', 'c', 'd'].slice(0, 2 + random(3))
    const left = new Map(codes.map((code) => [code, random(4)]))
    const people = Array.from({ length: random(14) }, (_none, id) =>
      person(
        id,
        random(4) === 0 ? null : random(5),
        codes.toSorted(() => random(3) - 1).slice(0, 1 + random(codes.length)),
        random(5),
      ),
    )
    const given = allocate(people, left, order)
    const taken = Map.groupBy(given.values(), ({ track }) => track)
    for (const [code, limit] of left) expect(taken.get(code)?.length ?? 0).toBeLessThanOrEqual(limit)
    for (const { id, tracks } of people) {
      const own = given.get(id)
      const better = own ? tracks.slice(0, own.priority - 1) : tracks
      // Whoever has less than he asked for finds every better track full.
      for (const code of better) expect(taken.get(code)?.length ?? 0).toBe(left.get(code))
    }
    // The order of the list does not matter.
    expect(places(allocate(people.toReversed(), left, order))).toEqual(places(given))
  }
})

test('a team of which some are in the track already needs places only for the others', () => {
  const team = { ...person(1, 50, ['a']), size: 3, seated: new Map([['a', 2]]) }
  expect(places(allocate([team], new Map([['a', 1]]), 'by_score'))).toEqual(['1 a 1'])
  // What they leave is for the next.
  expect(places(allocate([team, person(2, 10, ['a'])], new Map([['a', 2]]), 'by_score'))).toEqual(['1 a 1', '2 a 1'])
  expect(places(allocate([team, person(2, 10, ['a'])], new Map([['a', 1]]), 'by_score'))).toEqual(['1 a 1'])
})

test('the method is told, for a team with how it stands in the queue', () => {
  for (const order of ['by_score', 'by_priority'] as const) {
    const own = methodInWords(order, 'person')
    expect(own).toMatch(/^Места раздают после закрытия этапа\..*раньше тот, кто раньше выбрал\.$/)
    expect(methodInWords(order, 'team')).toMatch(new RegExp(`^${own} Команда стоит в очереди как один участник`))
  }
  expect(methodInWords('by_score', 'person')).not.toBe(methodInWords('by_priority', 'person'))
})
