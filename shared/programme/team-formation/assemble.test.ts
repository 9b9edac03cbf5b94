import { expect, test } from 'vitest'
import { assemble } from './assemble.ts'

const people = (count: number, region = (at: number) => String(at % 3)) =>
  Array.from({ length: count }, (_none, at) => ({ account_id: at + 1, region: region(at) }))

test('for any numbers everybody is placed once, in teams of an allowed size', () => {
  for (let count = 0; count <= 40; count += 1)
    for (const [min, max] of [
      [1, 1],
      [2, 5],
      [3, 4],
      [5, 5],
    ] as const)
      for (const sizes of [[], [1, 2], [max, min, 1]]) {
        const teams = sizes.map((members, at) => ({ team_id: at + 1, members }))
        const plan = assemble(people(count), teams, { min, max })
        const placed = [...plan.joins.flatMap((join) => join.people), ...plan.made.flat(), ...plan.left]
        expect([...placed].sort((a, b) => a - b)).toEqual(people(count).map(({ account_id }) => account_id))
        for (const made of plan.made) expect(made.length >= min && made.length <= max).toBe(true)
        for (const { team_id, people: ids } of plan.joins) {
          const now = (sizes[team_id - 1] ?? 0) + ids.length
          expect(now >= min && now <= Math.max(max, sizes[team_id - 1] ?? 0)).toBe(true)
        }
        // Nobody is left while a new team could be made.
        expect(plan.left.length < min).toBe(true)
      }
})

test('people of one region get into teams with people of other regions', () => {
  const { made } = assemble(people(12), [], { min: 3, max: 3 })
  const regionOf = new Map(people(12).map(({ account_id, region }) => [account_id, region]))
  for (const ids of made) expect(new Set(ids.map((id) => regionOf.get(id))).size).toBe(3)
})

test('a team that lacks the fewest people is filled first', () => {
  const teams = [
    { team_id: 1, members: 1 },
    { team_id: 2, members: 4 },
  ]
  const { joins, made, left } = assemble(people(1), teams, { min: 5, max: 5 })
  expect([joins, made, left]).toEqual([[{ team_id: 2, people: [1] }], [], []])
})
