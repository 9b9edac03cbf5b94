import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  admittedByGate,
  askGate,
  type Condition,
  conditionsInWords,
  type Gate,
  type GatePerson,
  type GateState,
  stagesAskedBy,
  withRequiredStages,
} from './gate.ts'

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

  test('EN-06 quotation marks inside a quoted title become „лапки“', () => {
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

  test('EN-06 all conditions are given in words, met or not, at any depth', () => {
    const gate: Gate = {
      all: [
        { any: [{ track: ['state'] }, { not: { region: ['66'] } }] },
        { not: { not: passed } },
        { not: { team: 'member' } },
      ],
    }
    expect(conditionsInWords(gate, withTest('passed'))).toEqual([
      'Этап открыт для другого трека',
      'В вашем регионе этап не проходит',
      conditionsInWords(passed, withTest('passed'))[0],
      conditionsInWords({ not: { team: 'member' } }, person)[0],
    ])
    expect(conditionsInWords(passed, person)).toEqual(['Откроется после этапа «Тест»'])
  })

  test('EN-06 an unmet «any» gives the sentences of all its conditions', () => {
    expect(askGate({ any: [{ track: ['business'] }, { region: ['74'] }] }, person)).toEqual({
      state: 'failed',
      reasons: ['Этап открыт для другого трека', 'Этап проходит в других регионах'],
    })
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

  test('EN-06 a gate selects the people who meet it', () => {
    const people = [
      { id: 1, gatePerson: withTest('passed') },
      { id: 2, gatePerson: withTest('ended') },
      { id: 3, gatePerson: { ...withTest('passed'), track: null } },
    ]
    const gate = withRequiredStages(['test'], { track: ['state'] })
    expect(admittedByGate(gate, people).map(({ id }) => id)).toEqual([1])
    expect(admittedByGate(null, people)).toEqual(people)
  })

  test('required stages without a gate become a gate; without both there is no gate', () => {
    expect(withRequiredStages(['test'], null)).toEqual({ all: [passed] })
    expect(withRequiredStages([], null)).toBeNull()
    expect(stagesAskedBy(null)).toEqual([])
  })

  test('EN-06 an unknown stage keeps the gate pending, even with the name of a built-in property', () => {
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

  test('EN-06 a gate that is met gives no reasons', () => {
    fc.assert(
      fc.property(gate, anyone, (any, who) => {
        const { state, reasons } = askGate(any, who)
        if (state === 'met') expect(reasons.length === 0 || 'all' in any || 'not' in any).toBe(true)
        if (state === 'met') expect(reasons).toEqual([])
      }),
      { numRuns: 500 },
    )
  })

  test('EN-06 a double «not» changes nothing, and a gate and its opposite are never both met or both failed', () => {
    fc.assert(
      fc.property(gate, anyone, (any, who) => {
        const { state } = askGate(any, who)
        expect(askGate({ not: { not: any } }, who)).toEqual(askGate(any, who))
        const both = [state, askGate({ not: any }, who).state]
        for (const settled of ['met', 'failed']) expect(both.filter((one) => one === settled).length).toBeLessThan(2)
      }),
      { numRuns: 500 },
    )
  })

  test('EN-06 the stages that a gate depends on are found without checking it', () => {
    expect(stagesAskedBy({ all: [passed, { not: { any: [{ score_of: 'essay', at_least: 1 }] } }] })).toEqual([
      'test',
      'essay',
    ])
  })
})

/** A tag, a consent or a team that a person must not have is not waited for. */
const oppositeOf = (state: GateState, condition: Condition): GateState =>
  state === 'met'
    ? 'failed'
    : state === 'pending' && ('stage' in condition || 'score_of' in condition || 'door' in condition)
      ? 'pending'
      : 'met'
const tag = { tag: 'vip', title: 'Отобран' }
const consent = { consent: 'photo', title: 'Съёмка' }
const forParticipants = 'Этап открыт для участников'
const forSupporters = 'Этап открыт для сторонников'
const ofPastFinalists = 'Этап открыт для финалистов прошлых сезонов'
const anotherTrack = 'Этап открыт для другого трека'
const otherRegions = 'Этап проходит в других регионах'
const unlessPassed = 'Откроется после этапа «Тест»'
const unlessHandedIn = 'Откроется, когда вы сдадите этап «Тест»'
const forTheRefused = 'Этап для тех, кто не прошёл этап «Тест»'
const score = 'Нужно набрать не меньше 60,5 на этапе «Тест»'
const [joinTeam, fillTeam, waitForTeam] = [
  'Сначала вступите в команду',
  'Ваша команда ещё не собрана полностью',
  'Ваша команда ещё не допущена',
]

test.each<[Condition, Partial<GatePerson>, GateState, string, string]>([
  [{ track: ['state'] }, {}, 'met', anotherTrack, 'Этап закрыт для вашего трека'],
  [{ track: ['state'] }, { track: null }, 'failed', anotherTrack, 'Этап закрыт для вашего трека'],
  [{ region: ['74', '66'] }, {}, 'met', otherRegions, 'В вашем регионе этап не проходит'],
  [{ region: ['66'] }, { region: null }, 'failed', otherRegions, 'В вашем регионе этап не проходит'],
  [{ door: 'participant' }, {}, 'met', forParticipants, forSupporters],
  [{ door: 'participant' }, { door: 'supporter' }, 'failed', forParticipants, forSupporters],
  [{ door: 'supporter' }, { door: null }, 'pending', forSupporters, forParticipants],
  [tag, { tags: ['vip'] }, 'met', 'Нужна отметка организатора: Отобран', 'Закрыт для отмеченных: Отобран'],
  [tag, {}, 'pending', 'Нужна отметка организатора: Отобран', 'Закрыт для отмеченных: Отобран'],
  [consent, { consents: ['photo'] }, 'met', 'Нужно согласие: Съёмка', 'Закрыт для тех, кто дал согласие: Съёмка'],
  [consent, {}, 'pending', 'Нужно согласие: Съёмка', 'Закрыт для тех, кто дал согласие: Съёмка'],
  [{ team: 'member' }, {}, 'pending', joinTeam, 'Этап для тех, у кого такой команды нет'],
  [{ team: 'member' }, { team: 'member' }, 'met', joinTeam, 'Этап для тех, у кого такой команды нет'],
  [{ team: 'complete' }, { team: 'member' }, 'pending', fillTeam, 'Этап для тех, у кого такой команды нет'],
  [{ team: 'admitted' }, { team: 'complete' }, 'pending', waitForTeam, 'Этап для тех, у кого такой команды нет'],
  [{ team: 'complete' }, { team: 'admitted' }, 'met', fillTeam, 'Этап для тех, у кого такой команды нет'],
  [{ past_finalist: true }, {}, 'failed', ofPastFinalists, 'Этап закрыт для финалистов прошлых сезонов'],
  [
    { past_finalist: true },
    { pastFinalist: true },
    'met',
    ofPastFinalists,
    'Этап закрыт для финалистов прошлых сезонов',
  ],
  [passed, withTest('passed'), 'met', unlessPassed, 'Закрыт для тех, кто прошёл этап «Тест»'],
  [passed, withTest('ended'), 'failed', 'Не пройден этап «Тест»', 'Закрыт для тех, кто прошёл этап «Тест»'],
  [{ stage: 'test', outcome: 'failed' }, withTest('ended'), 'met', forTheRefused, 'Не пройден этап «Тест»'],
  [{ stage: 'test', outcome: 'failed' }, withTest('passed'), 'failed', forTheRefused, 'Не пройден этап «Тест»'],
  [{ stage: 'test', outcome: 'failed' }, {}, 'pending', forTheRefused, 'Не пройден этап «Тест»'],
  [{ stage: 'test', outcome: 'submitted' }, {}, 'pending', unlessHandedIn, 'Закрыт для тех, кто сдал этап «Тест»'],
  [
    { stage: 'test', outcome: 'submitted' },
    { stages: { test: { ...standing('under_way'), submitted: true } } },
    'met',
    unlessHandedIn,
    'Закрыт для тех, кто сдал этап «Тест»',
  ],
  [
    { stage: 'test', outcome: 'submitted' },
    { stages: { test: { ...standing('passed'), submitted: false } } },
    'met',
    unlessHandedIn,
    'Закрыт для тех, кто сдал этап «Тест»',
  ],
  [
    { stage: 'test', outcome: 'submitted' },
    { stages: { test: { ...standing('ended'), submitted: false } } },
    'failed',
    'Не сдан этап «Тест»',
    'Закрыт для тех, кто сдал этап «Тест»',
  ],
  [{ score_of: 'test', at_least: 60.5 }, withTest('ended'), 'failed', score, score.replace('не меньше', 'меньше')],
  [{ score_of: 'test', at_least: 60.5 }, {}, 'pending', score, score.replace('не меньше', 'меньше')],
])('EN-06 %j of a person with %j is %s, with the sentences of the condition and its opposite', (condition, given, state, wanted, not) => {
  const who = { ...person, ...given }
  const against = oppositeOf(state, condition)
  expect(askGate(condition, who)).toEqual({ state, reasons: state === 'met' ? [] : [wanted] })
  expect(askGate({ not: condition }, who)).toEqual({ state: against, reasons: against === 'met' ? [] : [not] })
})
