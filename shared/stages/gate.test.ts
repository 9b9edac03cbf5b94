import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { askGate, type Gate, type GatePerson, requiring, stagesAskedBy, whoMayEnter } from './gate.ts'

const standing = (state: 'passed' | 'under_way' | 'ended', score: number | null = null) => ({
  title: 'Тест',
  state,
  submitted: state !== 'under_way',
  score,
})
const person: GatePerson = {
  stages: { test: standing('under_way') },
  track: 'state',
  region: '6600000000000',
  door: 'participant',
  tags: [],
  team: 'none',
  consents: [],
  pastFinalist: false,
}
const withTest = (state: 'passed' | 'under_way' | 'ended', score?: number): GatePerson => ({
  ...person,
  stages: { test: standing(state, score) },
})
const passed: Gate = { stage: 'test', outcome: 'passed' }

describe('a gate', () => {
  test('EN-06 an unfinished required stage keeps the gate pending, a failed one closes it', () => {
    expect(askGate(passed, person)).toEqual({ state: 'pending', reasons: ['Откроется после этапа «Тест»'] })
    expect(askGate(passed, withTest('ended'))).toEqual({ state: 'failed', reasons: ['Не пройден этап «Тест»'] })
    expect(askGate(passed, withTest('passed'))).toEqual({ state: 'met', reasons: [] })
  })

  test('EN-06 a title with quotation marks of its own is quoted as Russian books do it', () => {
    const essay = { ...standing('under_way'), title: 'Эссе «Мой выбор»' }
    const { reasons } = askGate({ stage: 'essay', outcome: 'passed' }, { ...person, stages: { essay } })
    expect(reasons).toEqual(['Откроется после этапа «Эссе „Мой выбор“»'])
  })

  test('EN-06 every unmet condition is reported as a sentence', () => {
    const gate: Gate = { all: [passed, { track: ['business'] }, { team: 'member' }, { door: 'participant' }] }
    expect(askGate(gate, person)).toEqual({
      state: 'failed',
      reasons: ['Откроется после этапа «Тест»', 'Этап открыт для другого трека', 'Сначала вступите в команду'],
    })
  })

  test('EN-06 with «any» one condition is enough, and «not» reverses the sentence', () => {
    expect(askGate({ any: [{ track: ['business'] }, { region: ['66', '74'] }] }, person).state).toBe('met')
    expect(askGate({ not: { region: ['66'] } }, person)).toEqual({
      state: 'failed',
      reasons: ['В вашем регионе этап не проходит'],
    })
    expect(askGate({ not: { any: [{ past_finalist: true }, { track: ['business'] }] } }, person).state).toBe('met')
  })

  test('EN-06 a score is compared once it is known', () => {
    const gate: Gate = { score_of: 'test', at_least: 60.5 }
    expect(askGate(gate, withTest('passed', 60.5)).state).toBe('met')
    expect(askGate(gate, withTest('passed', 60))).toEqual({
      state: 'failed',
      reasons: ['Нужно набрать не меньше 60,5 на этапе «Тест»'],
    })
    expect(askGate(gate, person).state).toBe('pending')
  })

  test('EN-06 a gate selects the people whom it lets in', () => {
    const people = [
      { id: 1, gatePerson: withTest('passed') },
      { id: 2, gatePerson: withTest('ended') },
      { id: 3, gatePerson: { ...withTest('passed'), track: null } },
    ]
    const gate = requiring(['test'], { track: ['state'] })
    expect(whoMayEnter(gate, people).map(({ id }) => id)).toEqual([1])
    expect(whoMayEnter(null, people)).toEqual(people)
  })

  test('EN-06 an unknown stage keeps the gate pending, whatever its name', () => {
    expect(askGate({ stage: 'constructor', outcome: 'passed' }, person).state).toBe('pending')
  })
})

describe('any gate', () => {
  const condition: fc.Arbitrary<Gate> = fc.oneof(
    fc.record({ stage: fc.constantFrom('test', 'essay'), outcome: fc.constantFrom('passed', 'failed', 'submitted') }),
    fc.record({ score_of: fc.constant('test'), at_least: fc.integer() }),
    fc.record({ track: fc.array(fc.constantFrom('state', 'business')) }),
    fc.record({ tag: fc.constantFrom('a', 'b'), title: fc.string() }),
    fc.record({ team: fc.constantFrom('member', 'complete', 'admitted') }),
    fc.record({ past_finalist: fc.constant(true as const) }),
  )
  const { gate } = fc.letrec<{ gate: Gate }>((tie) => ({
    gate: fc.oneof(
      { maxDepth: 4 },
      condition,
      fc.record({ all: fc.array(tie('gate'), { maxLength: 3 }) }),
      fc.record({ any: fc.array(tie('gate'), { minLength: 1, maxLength: 3 }) }),
      fc.record({ not: tie('gate') }),
    ),
  }))
  const anyone = fc.record({
    stages: fc.constantFrom(person.stages, withTest('passed', 50).stages, withTest('ended').stages),
    track: fc.constantFrom('state', 'business', null),
    region: fc.constantFrom('66', null),
    door: fc.constantFrom('participant' as const, 'supporter' as const, null),
    tags: fc.subarray(['a', 'b']),
    team: fc.constantFrom('none' as const, 'member' as const, 'complete' as const, 'admitted' as const),
    consents: fc.constant([]),
    pastFinalist: fc.boolean(),
  })

  test('EN-06 a gate that is not met says why, and one that is met says nothing', () => {
    fc.assert(
      fc.property(gate, anyone, (any, who) => {
        const { state, reasons } = askGate(any, who)
        if (state === 'met') expect(reasons.length === 0 || 'all' in any || 'not' in any).toBe(true)
        if (state === 'met') expect(reasons).toEqual([])
      }),
      { numRuns: 500 },
    )
  })

  test('EN-06 a double «not» changes nothing, a single one is the opposite', () => {
    fc.assert(
      fc.property(gate, anyone, (any, who) => {
        const { state } = askGate(any, who)
        expect(askGate({ not: { not: any } }, who)).toEqual(askGate(any, who))
        const opposite = askGate({ not: any }, who).state
        expect(opposite).toBe(state === 'met' ? 'failed' : state === 'failed' ? 'met' : 'pending')
      }),
      { numRuns: 500 },
    )
  })

  test('EN-06 the stages that a gate depends on are known beforehand', () => {
    expect(stagesAskedBy({ all: [passed, { not: { any: [{ score_of: 'essay', at_least: 1 }] } }] })).toEqual([
      'test',
      'essay',
    ])
  })
})
