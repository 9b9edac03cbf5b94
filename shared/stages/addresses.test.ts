import { expect, test } from 'vitest'
import { partPath, stagePath, trackPath } from './addresses.ts'
import { regionalView } from './regional-view.ts'

test('a track and its stages have addresses of their own; all formed teams of a track share one address', () => {
  const teams = { type: 'teams_forming', code: 'teams' }
  expect(trackPath('season', 'main')).toBe('/season/main')
  expect(stagePath('season', 'main', { type: 'form', code: 'about' })).toBe('/season/main/stages/form/about')
  expect(partPath('season', 'main', { type: 'multiform', code: 'set' }, { code: 'plan' })).toBe(
    '/season/main/stages/multiform/set/plan',
  )
  expect(stagePath('season', 'main', teams)).toBe('/season/main/stages/teams_forming')
  expect(stagePath('season', 'main', { ...teams, view: regionalView })).toBe('/season/main/stages/teams_forming/teams')
})
