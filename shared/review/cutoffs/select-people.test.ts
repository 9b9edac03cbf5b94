import { describe, expect, test } from 'vitest'
import { barsOf } from './bars.ts'
import { filledLetter, unknownPlaceholders } from './letters.ts'
import { type Candidate, peopleOf } from './people.ts'
import { newRule, type Rule } from './rule.ts'
import { type Chosen, chosenAt, rank, selectPeople } from './select-people.ts'

const groups = { district: ['north', 'south', 'east'], region: ['n1', 's1'], track: ['a', 'b'] }
const rule = (more: Partial<Rule>): Rule => ({ ...newRule('essay'), ...more })
const person = (id: number, score: number | null, more: Partial<Candidate> = {}): Candidate => ({
  ...{ id, score, second: null, tie: null, track: 'a', region: null, district: 'north' },
  ...more,
})
const of = (people: Candidate[], more: Partial<Rule>) => {
  const columns = peopleOf(people)
  const selection = selectPeople(columns, rank(columns), rule(more), groups)
  const chosen = new Map<number, Chosen>([...columns.ids].map((id, at) => [id, chosenAt(selection, at)]))
  const ids = (outcome: string) => [...chosen].filter(([, one]) => one.outcome === outcome).map(([id]) => id)
  const why = Object.fromEntries([...chosen].flatMap(([id, one]) => (one.why ? [[id, one.why]] : [])))
  return {
    ...selection,
    chosen,
    passed: ids('passed'),
    waiting: ids('waiting'),
    failed: ids('failed'),
    none: ids('none'),
    why,
  }
}
const row = (...scores: (number | null)[]) => scores.map((score, at) => person(at + 1, score))

describe('the line', () => {
  test('the best pass, the next wait with their numbers, the others fail, and people without a result are in none of these lists', () => {
    const { passed, waiting, failed, none, line, chosen } = of(row(50, 90, null, 70, 60), { places: 2, waiting: 1 })
    expect({ passed, waiting, failed, none, line }).toEqual({
      ...{ passed: [2, 4], waiting: [5], failed: [1], none: [3], line: 70 },
    })
    expect(chosen.get(5)).toMatchObject({ place: 3, waiting: 1 })
    expect(chosen.get(3)).toEqual({ outcome: 'none', why: null, place: null, waiting: null })
  })

  test('a line by score passes everybody who reaches the score, also exactly', () => {
    expect(of(row(50, 90, 70, 69.99), { line: 'score', score: 70 }).passed).toEqual([2, 3])
    expect(of(row(50, 60), { line: 'score', score: 70 })).toMatchObject({ passed: [], line: null })
  })

  test('the order of the input changes nothing', () => {
    const people = Array.from({ length: 60 }, (_none, at) =>
      person(at + 1, (at * 37) % 20, { district: groups.district[at % 3] as string }),
    )
    const asked = { places: 13, waiting: 5, quotas: [{ by: 'district' as const, of: '', least: 5, most: 6 }] }
    const [one, other] = [of(people, asked), of(people.toReversed(), asked)]
    expect(one.passed.toSorted()).toEqual(other.passed.toSorted())
    expect(new Map([...other.chosen].toSorted())).toEqual(new Map([...one.chosen].toSorted()))
  })
})

describe('ties', () => {
  test('people with equal scores on both sides of the line are reported, and all or none of them pass as the rule says', () => {
    const people = row(90, 80, 80, 80, 70)
    expect(of(people, { places: 2 }).ties).toEqual([{ where: 'line', of: '', score: 80, people: [2, 3, 4] }])
    expect(of(people, { places: 2, ties: 'in' }).passed).toEqual([1, 2, 3, 4])
    expect(of(people, { places: 2, ties: 'out' }).passed).toEqual([1])
    expect(of(people, { places: 4 }).ties).toEqual([])
    expect(of(people, { line: 'score', score: 80 }).ties).toEqual([])
  })

  test('another score orders equals, and people without that score come last', () => {
    const people = [person(1, 80), person(2, 80, { tie: 3 }), person(3, 80, { tie: 7 }), person(4, 90)]
    const { passed, ties } = of(people, { places: 2 })
    expect({ passed, ties }).toEqual({ passed: [3, 4], ties: [] })
  })

  test('equals share a place and a waiting number, and all equals at the last number are on the waiting list', () => {
    const { waiting, chosen } = of(row(90, 80, 80, 70, 70, 60), { places: 1, waiting: 3 })
    expect(waiting).toEqual([2, 3, 4, 5])
    expect([2, 3, 4, 5].map((id) => chosen.get(id)?.waiting)).toEqual([1, 1, 3, 3])
    expect([2, 3, 4].map((id) => chosen.get(id)?.place)).toEqual([2, 2, 4])
  })
})

describe('quotas', () => {
  const south = { district: 'south' }
  const people = [...row(90, 80, 70), person(4, 40, south), person(5, 30, south)]

  test('the best of each group pass instead of the last people above the line, and the reason of each pass is given', () => {
    const { passed, why, quotas, line } = of(people, {
      ...{ places: 3, quotas: [{ by: 'district', of: '', least: 1, most: 0 }] },
    })
    expect({ passed, line }).toEqual({ passed: [1, 2, 4], line: 80 })
    expect(why).toEqual({ 1: 'line', 2: 'line', 4: 'quota' })
    expect(quotas.map(({ of: name, there, taken, state }) => [name, there, taken, state])).toEqual([
      ['north', 3, 2, 'met'],
      ['south', 2, 1, 'met'],
      ['east', 0, 0, 'short'],
    ])
  })

  test('a group that is too small and lower bounds that exceed the number of places are reported', () => {
    const quotas = [
      { by: 'district' as const, of: 'south', least: 3, most: 0 },
      { by: 'track' as const, of: 'a', least: 4, most: 0 },
    ]
    const found = of(people, { places: 3, quotas })
    expect(found.quotas.map(({ taken, state }) => [taken, state])).toEqual([
      [2, 'short'],
      [4, 'met'],
    ])
    expect(found.overfull).toBe(true)
    expect(found.passed).toEqual([1, 2, 4, 5])
  })

  test('an upper bound lets the next person of another group pass, also at a line by score', () => {
    const quotas = [{ by: 'district' as const, of: 'north', least: 0, most: 1 }]
    expect(of(people, { places: 2, quotas }).passed).toEqual([1, 4])
    expect(of(people, { line: 'score', score: 35, quotas }).passed).toEqual([1, 4])
  })

  test('people with equal scores at the bound of a group are reported too', () => {
    const equal = [person(1, 90), person(2, 40, south), person(3, 40, south)]
    const least = [{ by: 'district' as const, of: 'south', least: 1, most: 0 }]
    expect(of(equal, { places: 2, quotas: least }).ties).toEqual([
      { where: 'quota', of: 'south', score: 40, people: [2, 3] },
    ])
    expect(of(equal, { places: 2, quotas: least, ties: 'in' }).passed).toEqual([1, 2, 3])
    const most = [{ by: 'district' as const, of: 'south', least: 0, most: 1 }]
    expect(of(equal, { places: 3, quotas: most }).ties).toEqual([
      { where: 'most', of: 'south', score: 40, people: [2, 3] },
    ])
  })
})

test('the second list takes the best by another score from people outside the first list, before the waiting list is filled', () => {
  const people = [
    person(1, 90, { second: 1 }),
    person(2, 80, { second: 2 }),
    person(3, 70, { second: 9 }),
    person(4, 60),
    person(5, 50, { second: 9 }),
  ]
  const second = { scores: [{ stage: 'video', weight: 1 }], places: 1 }
  const { passed, why, waiting, ties } = of(people, { places: 1, waiting: 1, second })
  expect({ passed, why, waiting, ties }).toEqual({
    passed: [1, 3],
    why: { 1: 'line', 3: 'second' },
    waiting: [2],
    ties: [],
  })
  const equal = people.map((one) => (one.id === 5 ? { ...one, score: 70 } : one))
  expect(of(equal, { places: 1, second }).ties).toEqual([{ where: 'second', of: '', score: 9, people: [3, 5] }])
  expect(of(equal, { places: 1, second, ties: 'in' }).passed).toEqual([1, 3, 5])
  expect(of(equal, { places: 1, second, ties: 'out' }).passed).toEqual([1])
})

test('bars have one round width and contain everybody with a score', () => {
  const bars = barsOf(
    Float64Array.from({ length: 102 }, (_none, at) => (at === 101 ? Number.NaN : at)),
    (at) => at >= 90,
  )
  expect(bars.length).toBe(21)
  expect(bars[0]).toEqual({ from: 0, to: 5, count: 5, passed: 0 })
  expect(bars.reduce((sum, { count }) => sum + count, 0)).toBe(101)
  expect(bars.reduce((sum, { passed }) => sum + passed, 0)).toBe(11)
  expect(barsOf(Float64Array.of(7), () => true)).toEqual([{ from: 7, to: 8, count: 1, passed: 1 }])
  expect(barsOf(Float64Array.of(Number.NaN), () => true)).toEqual([])
  expect(barsOf(Float64Array.of(0.1, 0.4), () => false).at(0)).toMatchObject({ from: 0.1, to: 0.12 })
})

test('a letter has the recipient’s own numbers, and unknown placeholders are found', () => {
  expect(filledLetter('{балл}, {место} из {всего}', { балл: '8,5', место: '2', всего: '9', номер: '' })).toBe(
    '8,5, 2 из 9',
  )
  expect(unknownPlaceholders('{балл} {имя}', 'passed')).toEqual(['имя'])
  expect(unknownPlaceholders('{номер}', 'passed')).toEqual(['номер'])
  expect(unknownPlaceholders('{номер}', 'waiting')).toEqual([])
})
