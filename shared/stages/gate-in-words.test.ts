import { expect, test } from 'vitest'
import type { Gate } from './gate.ts'
import { type GateParts, gateInWords, gateOf, partsOf } from './gate-in-words.ts'

const supporter: Gate = { door: 'supporter' }
const finalist: Gate = { past_finalist: true }
const track: Gate = { track: ['state'] }

test.each<[Gate | null, GateParts]>([
  [null, { of: 'all', parts: [] }],
  [{ all: [supporter, finalist] }, { of: 'all', parts: [supporter, finalist] }],
  [{ any: [supporter, finalist] }, { of: 'any', parts: [supporter, finalist] }],
  [{ any: [supporter] }, { of: 'any', parts: [supporter] }],
])('the gate %j is split into parts that make the same gate again', (gate, parts) => {
  expect(partsOf(gate)).toEqual(parts)
  expect(gateOf(parts)).toEqual(gate)
})

test('a single condition is a gate with one required part', () => {
  expect(partsOf(supporter)).toEqual({ of: 'all', parts: [supporter] })
  expect(partsOf({ not: supporter })).toEqual({ of: 'all', parts: [{ not: supporter }] })
})

test('each part reads as one sentence, with «или» where any condition is enough', () => {
  const gate: Gate = { all: [finalist, { any: [supporter, track] }, { all: [supporter, track] }] }
  expect(gateInWords(gate, new Map())).toEqual([
    'Этап открыт для финалистов прошлых сезонов',
    'Этап открыт для сторонников, или: Этап открыт для другого трека',
    'Этап открыт для сторонников; Этап открыт для другого трека',
  ])
  expect(gateInWords(null, new Map())).toEqual([])
})

test('a stage is named by its title, and a stage that is not in the program is named as missing', () => {
  const gate: Gate = {
    any: [
      { stage: 'test', outcome: 'passed' },
      { score_of: 'gone', at_least: 5 },
    ],
  }
  expect(gateInWords(gate, new Map([['test', 'Тест']]))).toEqual([
    'Откроется после этапа «Тест»',
    'Нужно набрать не меньше 5 на этапе которого ещё нет в программе',
  ])
})
