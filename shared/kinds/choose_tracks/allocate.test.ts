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

test('by score: the person with the higher score gets the most important of their tracks that has a free place', () => {
  const people = [person(1, 10, ['a', 'b']), person(2, 30, ['a']), person(3, 20, ['a', 'b']), person(4, null, ['b'])]
  const left = new Map([
    ['a', 1],
    ['b', 1],
  ])
  expect(places(allocate(people, left, 'by_score'))).toEqual(['2 a 1', '3 b 2'])
})

test('by priority: people who named a track first come before people who named it second', () => {
  const people = [person(1, 10, ['b']), person(2, 30, ['a']), person(3, 20, ['a', 'b'])]
  const left = new Map([
    ['a', 1],
    ['b', 1],
  ])
  expect(places(allocate(people, left, 'by_priority'))).toEqual(['1 b 1', '2 a 1'])
  expect(places(allocate(people, left, 'by_score'))).toEqual(['2 a 1', '3 b 2'])
})

test('between equal scores, and between missing scores, the earlier choice comes first', () => {
  const left = new Map([['a', 1]])
  expect(places(allocate([person(1, 5, ['a'], 9), person(2, 5, ['a'], 3)], left, 'by_score'))).toEqual(['2 a 1'])
  expect(places(allocate([person(1, null, ['a'], 9), person(2, null, ['a'], 3)], left, 'by_score'))).toEqual(['2 a 1'])
})

test('a team gets places for all its people or none, and a smaller team may get the places that are left', () => {
  const left = new Map([['a', 3]])
  const team = (id: number, score: number, size: number) => ({ ...person(id, score, ['a']), size })
  const both = [team(1, 50, 2), team(2, 30, 2), team(3, 10, 1)]
  expect(places(allocate(both, left, 'by_score'))).toEqual(['1 a 1', '3 a 1'])
  expect(places(allocate(both, left, 'by_priority'))).toEqual(['1 a 1', '3 a 1'])
})

test.each([
  'by_score',
  'by_priority',
] as const)('%s: in 300 draws no quota is exceeded and no wanted place stays free', (order) => {
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
      // Every track that the person named before the given one is full.
      for (const code of better) expect(taken.get(code)?.length ?? 0).toBe(left.get(code))
    }
    // The order of the list does not matter.
    expect(places(allocate(people.toReversed(), left, order))).toEqual(places(given))
  }
})

test('a team with members in the track already needs places only for the others', () => {
  const team = { ...person(1, 50, ['a']), size: 3, seated: new Map([['a', 2]]) }
  expect(places(allocate([team], new Map([['a', 1]]), 'by_score'))).toEqual(['1 a 1'])
  // The places that the team does not need go to the next person.
  expect(places(allocate([team, person(2, 10, ['a'])], new Map([['a', 2]]), 'by_score'))).toEqual(['1 a 1', '2 a 1'])
  expect(places(allocate([team, person(2, 10, ['a'])], new Map([['a', 1]]), 'by_score'))).toEqual(['1 a 1'])
})

test('the method is given in words; for teams with their place in the queue', () => {
  for (const order of ['by_score', 'by_priority'] as const) {
    const own = methodInWords(order, 'person')
    expect(own).toMatch(/^Места раздают после закрытия этапа\..*раньше тот, кто раньше выбрал\.$/)
    expect(methodInWords(order, 'team')).toMatch(new RegExp(`^${own} Команда стоит в очереди как один участник`))
  }
  expect(methodInWords('by_score', 'person')).not.toBe(methodInWords('by_priority', 'person'))
})
