import { expect, test } from 'vitest'
import { captainOf, rightsIn, type Standing, type TeamRight, type TeamSituation } from './team-rights.ts'

const open: TeamSituation = {
  standing: null,
  inTeam: false,
  placesLeft: 2,
  open: true,
  codeFits: false,
  mayChange: true,
  mayLeave: false,
}
const standings: Standing[] = ['captain', 'member', 'requested', 'invited', null]

test.each<[Partial<TeamSituation>, TeamRight[]]>([
  [{}, ['request']],
  [{ open: false }, []],
  [{ placesLeft: 0 }, []],
  [{ inTeam: true }, []],
  [{ codeFits: true }, ['join']],
  [{ codeFits: true, open: false }, ['join']],
  [{ codeFits: true, placesLeft: 0 }, []],
  [{ codeFits: true, inTeam: true }, []],
  [{ standing: 'invited' }, ['join', 'decline']],
  [{ standing: 'invited', placesLeft: 0 }, ['decline']],
  [{ standing: 'invited', inTeam: true }, ['decline']],
  [{ standing: 'requested' }, ['withdraw']],
  [{ standing: 'requested', codeFits: true }, ['join', 'withdraw']],
  [{ standing: 'member', inTeam: true }, ['leave']],
  [{ standing: 'captain', inTeam: true }, ['manage', 'leave']],
])('%j may %j', (situation, rights) => {
  expect(rightsIn({ ...open, ...situation })).toEqual(rights)
})

test('nobody may do anything once the teams are locked', () => {
  for (const standing of standings)
    expect(rightsIn({ ...open, standing, codeFits: true, mayChange: false })).toEqual([])
})

test('until the team has a result its members may leave, also when it is locked, and may do nothing else', () => {
  const locked = { ...open, inTeam: true, mayChange: false, mayLeave: true }
  expect(standings.map((standing) => rightsIn({ ...locked, standing }))).toEqual([['leave'], ['leave'], [], [], []])
})

test('a team that has lost its captain is led by its oldest member', () => {
  const members = [
    { id: 1, role: 'member' as const },
    { id: 2, role: 'captain' as const },
  ]
  expect(captainOf(members)?.id).toBe(2)
  expect(captainOf(members.slice(0, 1))?.id).toBe(1)
  expect(captainOf([])).toBeNull()
})
