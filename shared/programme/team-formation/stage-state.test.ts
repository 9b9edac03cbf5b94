import { expect, test } from 'vitest'
import { noFacts, type StageRules } from '#shared/stages/stage-status.ts'
import { isAdmitted, type OwnTeam, teamStageState, teamState } from './stage-state.ts'
import { teamRules } from './team-rules.ts'

const stage: StageRules = {
  published: true,
  tracks: [],
  closedToFinalists: false,
  opensAt: new Date('2026-11-01T10:00:00+03:00'),
  closesAt: new Date('2026-12-01T10:00:00+03:00'),
  trackWindows: {},
  clock: 'moscow',
}
const open = new Date('2026-11-20T10:00:00+03:00')
const after = new Date('2026-12-02T10:00:00+03:00')
const team: OwnTeam = {
  id: 1,
  name: 'Рубеж',
  joinedAt: new Date('2026-11-05T10:00:00+03:00'),
  members: 4,
  ready: 4,
  regions: 1,
  ...{ shared: 0, duties: [], letter: false, gone: 0 },
  lostAt: null,
  verdict: null,
  verdictAt: null,
  verdictReason: '',
  returnedUntil: null,
  locked: false,
  decided: false,
}
const full = { ...team, members: 5, ready: 5 }
const judge = (of: OwnTeam, now: Date, settings = {}) =>
  teamStageState(stage, noFacts, of, teamRules(settings), now).state

test('while the stage is open the team is in progress, complete or not', () => {
  expect(judge(team, open)).toMatchObject({
    status: 'in_progress',
    reason: 'Команда «Рубеж»: 4 из 5. Соберите её до 01.12.2026 10:00',
  })
  expect(judge(full, open)).toMatchObject({
    status: 'in_progress',
    reason: 'Команда «Рубеж» собрана. Состав можно менять до 01.12.2026 10:00',
  })
  expect(judge({ ...full, ready: 4 }, open).reason).toBe(
    'Команда «Рубеж»: 5 из 5, но условия выполнили не все. Соберите её до 01.12.2026 10:00',
  )
})

test('closing the stage locks a complete team until the decision, and an incomplete one is too late', () => {
  expect(judge(full, after)).toMatchObject({
    status: 'wait',
    reason: 'Команда «Рубеж» собрана, состав закреплён. Решение появится здесь',
  })
  expect(judge(full, after, { check: 'auto' })).toMatchObject({ status: 'success' })
  expect(judge(team, after)).toMatchObject({
    status: 'timeover',
    reason: 'Срок закончился 01.12.2026 10:00. Команда «Рубеж» не собрана: 4 из 5',
  })
  expect(judge({ ...full, ready: 4 }, after).status).toBe('timeover')
})

test('the decision on a team applies to its members', () => {
  const judged = { verdictAt: new Date('2026-12-02T09:00:00+03:00') }
  expect(judge({ ...full, ...judged, verdict: 'admitted' }, after).status).toBe('success')
  expect(
    judge({ ...full, ...judged, verdict: 'rejected', verdictReason: 'Двое из одной организации' }, after),
  ).toMatchObject({ status: 'not_allowed', reason: 'Двое из одной организации' })
  expect(judge({ ...full, ...judged, verdict: 'under_check' }, after).status).toBe('wait')
  // The check locks a team before the close, also an incomplete team.
  const checked = { verdictAt: new Date('2026-11-19T10:00:00+03:00'), verdict: 'under_check' as const }
  expect(judge({ ...full, ...checked }, open).status).toBe('wait')
  expect(judge({ ...full, ...checked, ready: 0 }, open)).toMatchObject({
    status: 'wait',
    reason: expect.stringContaining('проверяют, состав закреплён'),
  })
  // A returned team sees the reason until its extra days are over.
  const returned = { ...full, verdictReason: 'Нет письма.', returnedUntil: after }
  expect(judge(returned, open).reason).toContain('вернули на доработку: Нет письма. Состав можно менять')
})

test('a personal extension keeps the team open to that person', () => {
  const extended = { ...noFacts, extendedUntil: new Date('2026-12-05T10:00:00+03:00') }
  expect(teamStageState(stage, extended, team, teamRules({}), after).state.status).toBe('in_progress')
})

test.each([
  [null, false, true, 'draft'],
  [null, true, true, 'complete'],
  [null, true, false, 'locked'],
  [null, false, false, 'locked'],
  ['under_check', true, false, 'under_check'],
  ['admitted', true, false, 'admitted'],
  ['rejected', true, false, 'rejected'],
] as const)('a team with verdict %s, complete %s and open %s is %s', (verdict, complete, isOpen, state) => {
  expect(teamState({ verdict, complete, open: isOpen, automatic: false })).toBe(state)
})

test('without a check a complete team is admitted when it locks, and an organiser’s verdict overrides this', () => {
  const locked = { verdict: null, complete: true, open: false, automatic: true }
  expect(teamState(locked)).toBe('admitted')
  expect(teamState({ ...locked, complete: false })).toBe('locked')
  expect(teamState({ ...locked, open: true })).toBe('complete')
  expect(teamState({ ...locked, verdict: 'rejected' })).toBe('rejected')
})

test('facts stored for counting do not change the status; a published decision does', () => {
  const written = { ...noFacts, startedAt: open, submittedAt: open, passedAt: open }
  const status = (of: OwnTeam) => teamStageState(stage, written, of, teamRules({}), open).state.status
  expect(status({ ...team, decided: false })).toBe('in_progress')
  expect(status({ ...team, decided: true })).toBe('success')
})

test('a disqualification after the close costs the team its result only when the stage says so', () => {
  const lost = { ...full, lostAt: after }
  expect(judge(lost, after, { check: 'auto' }).status).toBe('success')
  expect(judge(lost, after, { check: 'auto', on_disqualification: 'loses' })).toMatchObject({
    status: 'not_allowed',
    reason: 'Участник команды дисквалифицирован: по правилам этапа команда теряет результат',
  })
})

test('a locked team is admitted as soon as it is complete, but never against the verdict of the check', () => {
  const admitted = (of: Partial<OwnTeam>, settings: Record<string, unknown> = { check: 'auto' }) =>
    isAdmitted(teamRules(settings), { ...full, locked: true, ...of })
  expect(admitted({})).toBe(true)
  expect(admitted({ locked: false })).toBe(false)
  expect(admitted({ ready: 4 })).toBe(false)
  expect(admitted({}, {})).toBe(false)
  expect(admitted({ verdict: 'rejected', verdictAt: after })).toBe(false)
  expect(admitted({ verdict: 'admitted', verdictAt: after, ready: 4 }, {})).toBe(true)
  expect(admitted({ lostAt: after }, { check: 'auto', on_disqualification: 'loses' })).toBe(false)
  expect(judge({ ...full, verdict: 'rejected', verdictAt: after }, after, { check: 'auto' }).status).not.toBe('success')
})
