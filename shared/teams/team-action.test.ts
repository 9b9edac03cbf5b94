import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sortTeams, teamAction } from './team-action.ts'

test.each([
  [true, 0, 'exit'],
  [true, 3, 'exit'],
  [false, 1, 'join'],
  [false, 0, 'no_place'],
  [false, -1, 'no_place'],
] as const)('ST-08 own team %s with %i places left: %s', (my_team, places_left, action) => {
  expect(teamAction({ my_team, places_left })).toBe(action)
})

test('ST-08 the own team comes first, then teams with places, each in the order given', () => {
  const team = fc.record({ my_team: fc.boolean(), places_left: fc.nat({ max: 3 }), id: fc.nat() })
  fc.assert(
    fc.property(fc.array(team), (teams) => {
      const having = (action: string) => teams.filter((one) => teamAction(one) === action)
      expect(sortTeams(teams)).toEqual([...having('exit'), ...having('join'), ...having('no_place')])
    }),
  )
})
