import { expect, test } from 'vitest'
import { noFacts, type StageFacts, type StageRules, stageStatus } from '#shared/stages/stage-status.ts'
import { lessonState, withoutOutcome } from './lesson-state.ts'

const now = new Date('2026-11-21T12:00:00+03:00')
const days = (count: number) => new Date(now.getTime() + count * 86_400_000)
const open: StageRules = {
  ...{ published: true, tracks: [], closedToFinalists: false, trackWindows: {}, clock: 'moscow' as const },
  ...{ opensAt: days(-5), closesAt: days(5) },
}
const at = (facts: Partial<StageFacts> = {}, rules: Partial<StageRules> = {}) => {
  const all = { ...noFacts, ...facts }
  return { facts: all, state: stageStatus({ ...open, ...rules }, all, now) }
}
const sent = { startedAt: days(-2), submittedAt: days(-1) }
const passed = { ...sent, passedAt: now }
const returned = { startedAt: days(-2), returnedAt: now }
const failed = { ...sent, failedAt: now, reasons: ['Не по теме'] }
const late = { closesAt: days(-1) }

test.each([
  ['nothing is begun', at(), at(), 'available', /^Открыт до/],
  ['the plan is begun', at({ startedAt: now }), at(), 'in_progress', /./],
  ['the plan is sent', at(sent), at(), 'wait', /^План на проверке/],
  ['the plan is returned', at(returned), at(), 'in_progress', /^План вернули на доработку\. Сдайте до 26\.11\.2026/],
  ['the plan is refused', at(failed), at(), 'not_allowed', /^План не одобрен$/],
  ['the plan is late', at({}, late), at(), 'timeover', /^План не сдан в срок$/],
  ['the plan is approved', at(passed), at(), 'available', /^План одобрен: проведите урок/],
  ['the report is begun', at(passed), at({ startedAt: now }), 'in_progress', /^План одобрен/],
  ['the report is sent', at(passed), at(sent), 'processing', /^Отчёт на проверке/],
  ['the report is returned', at(passed), at(returned), 'in_progress', /^Отчёт вернули на доработку/],
  ['the report is refused', at(passed), at(failed), 'not_allowed', /^Отчёт не принят$/],
  ['the report is late', at(passed), at({}, late), 'timeover', /^Отчёт не сдан в срок$/],
  ['the report is accepted', at(passed), at(passed), 'success', /^Урок принят$/],
])('SK-17 when %s', (_when, plan, report, status, reason) => {
  const { state, facts } = lessonState(at(), plan, report)
  expect([state.status, state.reason]).toEqual([status, expect.stringMatching(reason)])
  expect(facts.passedAt !== null).toBe(status === 'success')
})

test('a status that the stage itself decides comes first', () => {
  expect(lessonState(at({}, { published: false }), at(passed), at(passed)).state.status).toBe('hidden')
  expect(lessonState(at({ disqualified: true }), at(passed), at(passed)).state.status).toBe('not_allowed')
})

test('the dates of a lesson are those of its plan and its report', () => {
  const early = { submittedAt: days(-3) }
  const { facts } = lessonState(at(), at({ ...early, failedAt: days(-1) }), at({ submittedAt: now }))
  expect([facts.startedAt, facts.submittedAt, facts.failedAt]).toEqual([days(-3), now, days(-1)])
  expect(lessonState(at(), at({ ...early, startedAt: days(-4) }), at()).facts.startedAt).toEqual(days(-4))
  const late_ = lessonState(at(), at({ ...passed, failedAt: days(-2) }), at({ ...failed, failedAt: now })).facts
  expect(late_.failedAt).toEqual(now)
})

test('a lesson is active when it, its plan or its report is, and changes when the first of them does', () => {
  const one = at()
  const idle = { ...one, state: { ...one.state, is_active: false, changesAt: null } }
  const busy = { ...one, state: { ...one.state, is_active: true, changesAt: days(2) } }
  const soon = { ...idle, state: { ...idle.state, changesAt: days(1) } }
  const active = (...all: Parameters<typeof lessonState>) => {
    const { is_active, changesAt } = lessonState(...all).state
    return [is_active, changesAt]
  }
  expect(active(busy, idle, idle)).toEqual([true, days(2)])
  expect(active(idle, busy, soon)).toEqual([true, days(1)])
  expect(active(idle, idle, busy)).toEqual([true, days(2)])
  expect(active(idle, idle, idle)).toEqual([false, null])
})

test('while the plan or the report waits, its own reason is shown', () => {
  const ahead = { opensAt: days(1) }
  const waiting = lessonState(at(), at({}, ahead), at()).state
  expect([waiting.status, waiting.reason]).toEqual(['wait', expect.stringMatching(/^Откроется/)])
  const report = lessonState(at(), at(passed), at({}, ahead)).state
  expect([report.status, report.reason]).toEqual(['wait', expect.stringMatching(/^Откроется/)])
  const mute = at({}, ahead)
  const silent = lessonState(at(), { ...mute, state: { ...mute.state, reasons: [] } }, at()).state
  expect(silent.reason).toBe('')
  const endless = { closesAt: null }
  expect(lessonState(at(), at(returned, endless), at()).state.reason).toBe('План вернули на доработку')
  expect(lessonState(at(), at(passed), at({}, endless)).state.reason).toBe(
    'План одобрен: проведите урок и сдайте отчёт',
  )
})

test('facts stored for the lesson itself are ignored', () => {
  const decided = { ...noFacts, ...failed, ...returned, disqualified: true, extendedUntil: now, reopenedBecause: 'да' }
  expect(withoutOutcome(decided)).toEqual({ ...noFacts, disqualified: true, extendedUntil: now })
})
