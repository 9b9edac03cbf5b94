import { describe, expect, test } from 'vitest'
import { noFacts, type StageFacts, type StageRules, stageStatus } from '#shared/stages/stage-status.ts'
import { type PartState, wholeState, withoutOutcome } from './whole-state.ts'

const now = new Date('2026-11-21T12:00:00+03:00')
const days = (count: number) => new Date(now.getTime() + count * 86_400_000)
const open: StageRules = {
  ...{ published: true, tracks: [], closedToFinalists: false, trackWindows: {}, clock: 'moscow' as const },
  ...{ opensAt: days(-5), closesAt: days(5) },
}

function aPart(
  title: string,
  facts: Partial<StageFacts> = {},
  more: Partial<StageRules> & { required?: boolean; weight?: number } = {},
): PartState {
  const { required = true, weight = 1, ...rules } = more
  const all = { ...noFacts, ...facts }
  return { title, required, weight, facts: all, state: stageStatus({ ...open, ...rules }, all, now) }
}

function whole(parts: PartState[], rules: Partial<StageRules> = {}, facts: Partial<StageFacts> = {}) {
  const all = { ...noFacts, ...facts }
  const { facts: found, state } = wholeState({ facts: all, state: stageStatus({ ...open, ...rules }, all, now) }, parts)
  return { ...state, facts: found }
}

const begun = { startedAt: days(-2) }
const sent = { startedAt: days(-2), submittedAt: days(-1) }
const passed = { ...sent, passedAt: now }
const failed = { ...sent, failedAt: now, reasons: ['Не по заданию'] }
const returned = { startedAt: days(-2), returnedAt: now }
const late = { closesAt: days(-1) }

describe('the status of a whole', () => {
  test.each([
    ['nothing is begun', [aPart('А'), aPart('Б')], 'available', /^Открыт до/],
    [
      'a part is begun',
      [aPart('А', begun), aPart('Б')],
      'in_progress',
      /^Сдано 0 из 2\. Ближайший срок — 26\.11\.2026/,
    ],
    ['a required part is open', [aPart('А', passed), aPart('Б')], 'in_progress', /^Сдано 1 из 2/],
    ['all are handed in', [aPart('А', sent), aPart('Б', passed)], 'wait', /^Все части сданы/],
    ['all are accepted', [aPart('А', passed), aPart('Б', passed)], 'success', /^Все части приняты$/],
    ['one is returned', [aPart('А', sent), aPart('Б', returned)], 'in_progress', /^Часть «Б» возвращена на доработку/],
    ['one is refused', [aPart('А', begun), aPart('Б', failed)], 'not_allowed', /^Часть «Б» не принята$/],
    ['one is late', [aPart('А', sent), aPart('Б', begun, late)], 'timeover', /^Часть «Б» не сдана$/],
    ['one is late, and another still open', [aPart('А'), aPart('Б', begun, late)], 'in_progress', /^Сдано 0 из 2/],
    [
      'all are being processed',
      [aPart('А', { ...sent, processingAt: now }), aPart('Б', passed)],
      'processing',
      /^Обрабатываем/,
    ],
  ] as const)('when %s', (_when, parts, status, reason) => {
    const found = whole([...parts])
    expect(found.status).toBe(status)
    expect(found.reason).toMatch(reason)
    expect(found.reasons[0]).toBe(found.reason)
  })

  test('the reason of a refused part is shown', () => {
    expect(whole([aPart('А', failed)]).reasons).toEqual(['Часть «А» не принята', 'Не по заданию'])
  })

  test('SK-04 a returned part, also an optional one, puts the whole back in progress until all required parts are accepted', () => {
    const back = whole([aPart('А', sent), aPart('Б', returned, { required: false })])
    expect([back.status, back.reason]).toEqual(['in_progress', expect.stringMatching(/^Часть «Б» возвращена/)])
    expect(back.facts.submittedAt).not.toBeNull()
    // An optional part that is not handed in again in time holds nothing up.
    expect(whole([aPart('А', sent), aPart('Б', returned, { required: false, ...late })]).status).toBe('wait')
  })

  test('optional parts hold nothing up', () => {
    const optional = { required: false }
    expect(whole([aPart('А', passed), aPart('Б', {}, optional)])).toMatchObject({
      status: 'success',
      reason: 'Все обязательные части приняты',
    })
    expect(whole([aPart('А', sent), aPart('Б', failed, optional)]).status).toBe('wait')
    expect(whole([aPart('А', passed), aPart('Б', returned, optional)]).status).toBe('success')
    expect(whole([aPart('А', {}, optional), aPart('Б', passed, optional)]).status).toBe('in_progress')
  })

  test('a part that is hidden does not count', () => {
    const hidden = aPart('В', {}, { tracks: ['other'] })
    expect(hidden.state.status).toBe('hidden')
    expect(whole([aPart('А', passed), hidden]).status).toBe('success')
    expect(whole([hidden])).toMatchObject({ status: 'available', reason: expect.stringMatching(/^Открыт до/) })
  })

  test('a part that waits for another makes the whole wait, unless another part can be done', () => {
    const waits = { requirement: { state: 'pending' as const, reasons: ['Сначала сдайте «А»'] } }
    expect(whole([aPart('А'), aPart('Б', waits)]).status).toBe('available')
    expect(whole([aPart('А', sent), aPart('Б', waits)])).toMatchObject({
      status: 'wait',
      reasons: ['Сначала сдайте «А»'],
    })
    const never = { requirement: { state: 'failed' as const, reasons: ['Закрыт для вас'] } }
    expect(whole([aPart('А', sent), aPart('Б', never)])).toMatchObject({
      status: 'not_allowed',
      reasons: ['Часть «Б» закрыта', 'Закрыт для вас'],
    })
  })

  test('a status that the stage itself decides comes first', () => {
    expect(whole([aPart('А', passed)], { published: false }).status).toBe('hidden')
    expect(whole([aPart('А', sent)], {}, { disqualified: true }).status).toBe('not_allowed')
    const ahead = { opensAt: days(1) }
    expect(whole([aPart('А', {}, ahead)], ahead)).toMatchObject({
      status: 'wait',
      reason: expect.stringMatching(/^Откроется/),
    })
  })
})

test('the state of the whole takes every state of a part into account', () => {
  const endless = { closesAt: null }
  const interrupted = { ...begun, submittedAt: days(-1), interruptedAt: now }
  expect(aPart('А', interrupted).state.status).toBe('interrupted')
  expect(whole([aPart('А', interrupted)]).status).toBe('in_progress')
  expect(whole([aPart('А', begun, endless)])).toMatchObject({ status: 'in_progress', reason: 'Сдано 0 из 1' })
  const processed = aPart('А', { ...sent, processingAt: now })
  expect(whole([processed, aPart('Б', sent)])).toMatchObject({
    status: 'wait',
    reason: expect.stringMatching(/^Все части сданы/),
  })
  expect(whole([aPart('А', { passedAt: now }), aPart('Б')]).reason).toMatch(/^Сдано 1 из 2/)
  const back = whole([aPart('А', returned, endless)])
  expect(back).toMatchObject({ reason: 'Часть «А» возвращена на доработку', facts: { returnedAt: now } })
  const waits = { requirement: { state: 'pending' as const, reasons: ['Сначала сдайте «А»'] } }
  expect(whole([aPart('Б', waits)])).toMatchObject({ status: 'wait', reasons: ['Сначала сдайте «А»'] })
  const ahead = { opensAt: days(1) }
  expect(whole([aPart('А', passed), aPart('Б', waits)], ahead).reasons).toEqual(['Сначала сдайте «А»'])
  expect(whole([aPart('А', waits)], ahead).reason).toMatch(/^Откроется/)
  expect(whole([aPart('А')], { closesAt: days(-1) })).toMatchObject({
    status: 'available',
    window: { closesAt: days(5) },
  })
  expect(whole([aPart('А', begun, late)], late).window.closesAt).toEqual(days(-1))
})

test('a returned part with extra days keeps the whole open until its end, while the other parts stay locked', () => {
  const extended = aPart('Б', { ...returned, extendedUntil: days(2) }, late)
  const others = aPart('А', sent, late)
  const found = whole([others, extended], late)
  expect(found).toMatchObject({ status: 'in_progress', is_active: true, window: { closesAt: days(2) } })
  expect(others.state.status).toBe('wait')
})

test('the facts of a whole follow from its parts', () => {
  const later = { ...sent, submittedAt: now }
  expect(whole([aPart('А', sent), aPart('Б', later)]).facts).toMatchObject({
    startedAt: days(-2),
    submittedAt: now,
    passedAt: null,
    returnedAt: null,
  })
  expect(whole([aPart('А', sent), aPart('Б', begun)]).facts.submittedAt).toBeNull()
  expect(whole([aPart('А', passed)]).facts.passedAt).toEqual(now)
  expect(whole([aPart('А', passed), aPart('Б', failed)]).facts).toMatchObject({ passedAt: null, failedAt: now })
})

test('the whole changes when a part does, and facts stored for the whole itself are ignored', () => {
  expect(whole([aPart('А', begun), aPart('Б', {}, { closesAt: days(1) })]).changesAt).toEqual(days(1))
  const stored = { ...noFacts, startedAt: now, submittedAt: now, passedAt: now, failedAt: now, reasons: ['Так решено'] }
  expect(withoutOutcome({ ...stored, track: 'main' })).toEqual({ ...noFacts, track: 'main' })
})

test('the whole has no reasons when its parts have none, and is not processing while a part waits for a person', () => {
  const silent = aPart('А', sent)
  const unsaid = { ...silent, state: { ...silent.state, status: 'wait' as const, reasons: [] } }
  expect(whole([unsaid]).reason).toMatch(/^Все части сданы/)
  const ahead = aPart('Б')
  const mute = { ...ahead, state: { ...ahead.state, status: 'wait' as const, reasons: [] } }
  expect(whole([silent, mute])).toMatchObject({ status: 'wait', reason: '', reasons: [] })
})

test('a part that was handed in and then closed does not make the whole processing', () => {
  const sentPart = aPart('А', sent)
  const shut = { ...sentPart, state: { ...sentPart.state, status: 'not_allowed' as const, reasons: [] } }
  expect(whole([shut])).toMatchObject({ status: 'wait', reason: expect.stringMatching(/^Все части сданы/) })
})
