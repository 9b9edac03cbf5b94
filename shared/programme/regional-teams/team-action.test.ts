import { expect, test } from 'vitest'
import { teamAction } from './team-action.ts'

test.each([
  [true, 0, 'exit'],
  [true, 3, 'exit'],
  [false, 1, 'join'],
  [false, 0, 'no_place'],
  [false, -1, 'no_place'],
] as const)('ST-08 own team %s with %i places left: %s', (my_team, places_left, action) => {
  expect(teamAction({ my_team, places_left })).toBe(action)
})
