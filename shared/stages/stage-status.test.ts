import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { registrationUnfinished } from './registration-unfinished.ts'
import {
  isOpenReason,
  isReturnedReason,
  noFacts,
  type StageFacts,
  type StageRules,
  stageStatus,
} from './stage-status.ts'
import { type StageStatus, stageStatuses } from './status.ts'

const opensAt = new Date('2026-12-01T10:00:00+03:00')
const closesAt = new Date('2026-12-10T18:00:00+03:00')
const during = new Date('2026-12-05T12:00:00+03:00')
const stage: StageRules = {
  published: true,
  tracks: [],
  closedToFinalists: false,
  opensAt,
  closesAt,
  trackWindows: {},
  clock: 'moscow',
}
const at = (moment: Date, ms: number) => new Date(moment.getTime() + ms)
const statusOf = (facts: Partial<StageFacts>, now = during, rules: Partial<StageRules> = {}) =>
  stageStatus({ ...stage, ...rules }, { ...noFacts, ...facts }, now).status

describe('the order of the table', () => {
  /** Each line of the status table, the strongest first, with facts that make it apply. */
  const lines: [StageStatus, Partial<StageFacts>, Partial<StageRules>][] = [
    ['hidden', {}, { published: false }],
    ['hidden', { track: 'business' }, { tracks: ['state'] }],
    ['unavailable_finalist', { finalistElsewhere: true }, { closedToFinalists: true }],
    ['success', { passedAt: during }, {}],
    ['not_allowed', { disqualified: true }, {}],
    ['not_allowed', { failedAt: during }, {}],
    ['not_allowed', { requirement: { state: 'failed', reasons: ['Не пройден этап «Тест»'] } }, {}],
    ['interrupted', { interruptedAt: during }, {}],
    ['processing', { processingAt: during }, {}],
    ['wait', { submittedAt: during }, {}],
    ['wait', { requirement: { state: 'pending', reasons: ['Откроется после этапа «Тест»'] } }, {}],
    ['in_progress', { startedAt: during }, {}],
    ['available', {}, {}],
  ]

  test('EN-06 the first line of the table that applies wins over all lines below it', () => {
    for (const [place, [status]] of lines.entries()) {
      const below = lines.slice(place).toReversed()
      const facts = Object.assign({}, ...below.map(([, each]) => each)) as Partial<StageFacts>
      const rules = Object.assign({}, ...below.map(([, , each]) => each)) as Partial<StageRules>
      expect(statusOf(facts, during, rules)).toBe(status)
    }
  })

  test('EN-06 a stage closed to finalists is open to others, and finalists may enter other stages', () => {
    expect(statusOf({}, during, { closedToFinalists: true })).toBe('available')
    expect(statusOf({ finalistElsewhere: true })).toBe('available')
  })

  test('EN-06 stages of the person’s track and stages without tracks are shown', () => {
    expect(statusOf({ track: 'state' }, during, { tracks: ['state', 'business'] })).toBe('available')
    expect(statusOf({ track: null }, during, { tracks: ['state'] })).toBe('hidden')
    expect(statusOf({ track: null }, during, { tracks: [] })).toBe('available')
  })
})

describe('boundaries', () => {
  test('EN-06 a stage opens and closes exactly on time, not a millisecond earlier', () => {
    expect(statusOf({}, at(opensAt, -1))).toBe('wait')
    expect(statusOf({}, opensAt)).toBe('available')
    expect(statusOf({}, at(opensAt, 1))).toBe('available')
    expect(statusOf({ startedAt: during }, at(closesAt, -1))).toBe('in_progress')
    expect(statusOf({ startedAt: during }, closesAt)).toBe('timeover')
    expect(statusOf({}, at(closesAt, 1))).toBe('timeover')
  })

  test('EN-06 is_active depends on the window alone: a passed stage is active until it closes', () => {
    const passed = (now: Date) => stageStatus(stage, { ...noFacts, passedAt: during }, now)
    expect(passed(at(closesAt, -1))).toMatchObject({ status: 'success', is_active: true })
    expect(passed(closesAt)).toMatchObject({ status: 'success', is_active: false })
    expect(passed(at(opensAt, -1))).toMatchObject({ status: 'success', is_active: false })
  })

  test('EN-06 a personal extension moves one person’s end, and minutes given back for an incident are added', () => {
    const extendedUntil = new Date('2026-12-12T18:00:00+03:00')
    expect(statusOf({ extendedUntil }, closesAt)).toBe('available')
    expect(statusOf({ extendedUntil }, extendedUntil)).toBe('timeover')
    expect(statusOf({ extendedUntil, incidentMinutes: 10 }, at(extendedUntil, 599_999))).toBe('available')
    expect(statusOf({ extendedUntil, incidentMinutes: 10 }, at(extendedUntil, 600_000))).toBe('timeover')
  })

  test('EN-06 the hidden extra time for hand-ins on their way is never shown', () => {
    const { reason, changesAt } = stageStatus(stage, noFacts, during)
    expect(reason).toBe('Открыт до 10.12.2026 18:00')
    expect(changesAt).toEqual(closesAt)
  })
})

describe('reasons', () => {
  test('EN-06 the reason of an unopened stage states when it opens, and after which stage', () => {
    const requirement = { state: 'pending' as const, reasons: ['Откроется после этапа «Тест»'] }
    const state = stageStatus(stage, { ...noFacts, requirement }, at(opensAt, -1))
    expect(state.reason).toBe('Откроется 01.12.2026 10:00')
    expect(state.reasons).toEqual(['Откроется 01.12.2026 10:00', 'Откроется после этапа «Тест»'])
    expect(state.changesAt).toEqual(opensAt)
  })

  test('EN-06 the reason of a reopened stage states why, and until when', () => {
    const facts = { ...noFacts, reopenedBecause: 'Правила изменились, их нужно принять ещё раз' }
    expect(stageStatus(stage, facts, during)).toMatchObject({
      status: 'available',
      reason: 'Правила изменились, их нужно принять ещё раз. Срок — до 10.12.2026 18:00',
    })
  })

  const before = at(opensAt, -1)
  const unmet = (state: 'pending' | 'failed', ...reasons: string[]) => ({ requirement: { state, reasons } })
  test.each<[string[], Partial<StageFacts>, Date?, Partial<StageRules>?]>([
    [['Этап ещё не опубликован'], {}, during, { published: false }],
    [['Этап открыт для другого трека'], {}, during, { tracks: ['state'] }],
    [['Этап для участников'], { supports: true, passedAt: during }],
    [['Вы уже стали финалистом другого конкурса'], { finalistElsewhere: true }, during, { closedToFinalists: true }],
    [['Этап пройден'], { passedAt: during }],
    [['Участие в конкурсе прекращено'], { disqualified: true }],
    [['Этап не пройден'], { failedAt: during }],
    [['Мало слов', 'Нет файла'], { failedAt: during, reasons: ['Мало слов', 'Нет файла'] }],
    [['Не выполнены условия этапа'], unmet('failed')],
    [['Не пройден этап «Тест»', 'Другой трек'], unmet('failed', 'Не пройден этап «Тест»', 'Другой трек')],
    [['Работа прервалась. Её можно продолжить'], { interruptedAt: during }],
    [
      ['Проверка прервалась. Мы повторим её сами, сдавать ещё раз не нужно'],
      { interruptedAt: during, submittedAt: during },
    ],
    [['Обрабатываем то, что вы отправили. Страница обновится сама'], { processingAt: during }],
    [['Принято 05.12.2026 12:00. Решение появится здесь'], { submittedAt: during }],
    [['Откроется 01.12.2026 10:00'], {}, before],
    [['Откроется 01.12.2026 10:00', 'Ждём других этапов'], unmet('pending'), before],
    [['Ждём других этапов'], unmet('pending')],
    [['Откроется после этапа «Тест»', 'Вступите'], unmet('pending', 'Откроется после этапа «Тест»', 'Вступите')],
    [['Срок закончился 10.12.2026 18:00'], {}, closesAt],
    [['Срок закончился 10.12.2026 18:00. Вы начали, но не сдали'], { startedAt: during }, closesAt],
    [['Вы начали, но ещё не сдали. Сдайте до 10.12.2026 18:00'], { startedAt: during }],
    [['Вы начали, но ещё не сдали'], { startedAt: during }, during, { closesAt: null }],
    [['Возвращено на доработку. Сдайте до 10.12.2026 18:00'], { startedAt: during, returnedAt: during }],
    [['Возвращено на доработку. Исправьте отмеченное до 10.12.2026 18:00'], { returnedAt: during }],
    [
      ['Возвращено на доработку. Исправьте отмеченное до 10.12.2026 18:00'],
      { returnedAt: during, reopenedBecause: 'Правила изменились' },
    ],
    [['Правила изменились'], { reopenedBecause: 'Правила изменились' }, during, { closesAt: null }],
    [['Открыт'], {}, during, { closesAt: null }],
  ])('EN-06 the reasons %j follow from %j', (reasons, facts, now = during, rules = {}) => {
    const state = stageStatus({ ...stage, ...rules }, { ...noFacts, ...facts }, now)
    expect([state.reason, state.reasons]).toEqual([reasons[0], reasons])
  })
})

describe('any stage and any facts', () => {
  const moment = fc.date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
  const maybe = fc.option(moment)
  const track = fc.constantFrom('state', 'business', 'constructor', '__proto__')
  const anyStage: fc.Arbitrary<StageRules> = fc.record({
    published: fc.boolean(),
    tracks: fc.array(track, { maxLength: 2 }),
    closedToFinalists: fc.boolean(),
    opensAt: maybe,
    closesAt: maybe,
    trackWindows: fc.dictionary(track, fc.record({ opensAt: maybe, closesAt: maybe }, { requiredKeys: [] })),
    clock: fc.constantFrom('moscow', 'participant'),
  })
  const anyFacts: fc.Arbitrary<StageFacts> = fc.record({
    track: fc.option(track),
    region: fc.option(fc.constantFrom('77', '6500000000000', 'x')),
    groupExtendedUntil: maybe,
    extendedUntil: maybe,
    incidentMinutes: fc.integer({ min: 0, max: 1000 }),
    startedAt: maybe,
    submittedAt: maybe,
    processingAt: maybe,
    interruptedAt: maybe,
    passedAt: maybe,
    failedAt: maybe,
    returnedAt: maybe,
    reasons: fc.array(fc.string({ minLength: 1 })),
    disqualified: fc.boolean(),
    finalistElsewhere: fc.boolean(),
    supports: fc.boolean(),
    reopenedBecause: fc.option(fc.string({ minLength: 1 })),
    requirement: fc.record({
      state: fc.constantFrom('met', 'pending', 'failed'),
      reasons: fc.array(fc.string({ minLength: 1 })),
    }),
  })

  test('EN-06 the status is total and deterministic, and always comes with a reason', () => {
    fc.assert(
      fc.property(anyStage, anyFacts, moment, (rules, facts, now) => {
        const state = stageStatus(rules, facts, now)
        expect(stageStatuses).toContain(state.status)
        expect(state.reason).not.toBe('')
        expect(state.reasons[0]).toBe(state.reason)
        expect(stageStatus(rules, facts, new Date(now))).toEqual(state)
      }),
      { numRuns: 1000 },
    )
  })

  test('EN-06 a status changes exactly at its `changesAt`', () => {
    fc.assert(
      fc.property(
        anyStage,
        anyFacts,
        moment,
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        (rules, facts, now, part) => {
          const state = stageStatus(rules, facts, now)
          if (state.changesAt === null) return
          const left = state.changesAt.getTime() - now.getTime()
          expect(left).toBeGreaterThan(0)
          expect(stageStatus(rules, facts, at(now, Math.floor(left * part))).status).toBe(state.status)
          const after = stageStatus(rules, facts, state.changesAt)
          expect(after.status !== state.status || after.reason !== state.reason).toBe(true)
        },
      ),
      { numRuns: 1000 },
    )
  })

  test('EN-06 available and in_progress occur only inside the effective window', () => {
    fc.assert(
      fc.property(anyStage, anyFacts, moment, (rules, facts, now) => {
        const { status, is_active } = stageStatus(rules, facts, now)
        if (status === 'available' || status === 'in_progress') expect(is_active).toBe(true)
      }),
      { numRuns: 1000 },
    )
  })
})

test('the reason of an available stage states only that it is open and until when; every other reason states more', () => {
  const simplyOpen = (facts: Partial<StageFacts>, now = during, rules: Partial<StageRules> = {}) =>
    isOpenReason(stageStatus({ ...stage, ...rules }, { ...noFacts, ...facts }, now).reason)
  expect([simplyOpen({}), simplyOpen({}, during, { closesAt: null })]).toEqual([true, true])
  const returned = { returnedAt: during, reasons: ['Открыт не тот файл'] }
  expect([simplyOpen({}, at(opensAt, -1)), simplyOpen({ startedAt: during }), simplyOpen(returned)]).toEqual(
    Array(3).fill(false),
  )
})

test('ST-05 registration is unfinished unless wait, success, not_allowed, in_progress, timeover or unavailable_finalist', () => {
  const unfinished = stageStatuses.filter(registrationUnfinished)
  expect(unfinished).toEqual(['hidden', 'processing', 'interrupted', 'available'])
})

test('a reason shows whether the work was returned', () => {
  expect(isReturnedReason('Возвращено на доработку. Сдайте до 26.11.2026 20:00')).toBe(true)
  expect(isReturnedReason('Открыт до 26.11.2026 20:00')).toBe(false)
})
