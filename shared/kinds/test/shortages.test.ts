import { expect, test } from 'vitest'
import type { Section } from './contract.ts'
import { shortages } from './shortages.ts'

const sections = (...draws: [topic: string, difficulty: number | null, count: number][][]) =>
  draws.map((each) => ({ draws: each.map(([topic, difficulty, count]) => ({ topic, difficulty, count })) }) as Section)
const bank = (topic: string, ...counts: number[]) => counts.map((count, at) => ({ topic, difficulty: at + 1, count }))

test('equal draws of several sections add up, and an exactly sufficient bank has no shortage', () => {
  const stock = bank('право', 3, 2)
  expect(shortages(sections([['право', 1, 2]], [['право', 1, 1]]), stock)).toEqual([])
  expect(shortages(sections([['право', 1, 3]], [['право', 1, 3]]), stock)).toEqual([
    { topic: 'право', difficulty: 1, needed: 6, there: 3 },
  ])
})

test('a topic can lack questions although each difficulty has enough: draws of any difficulty need questions too', () => {
  const stock = bank('право', 3, 2)
  expect(
    shortages(
      sections([
        ['право', 1, 3],
        ['право', null, 2],
      ]),
      stock,
    ),
  ).toEqual([])
  expect(
    shortages(
      sections([
        ['право', 1, 3],
        ['право', null, 3],
      ]),
      stock,
    ),
  ).toEqual([{ topic: 'право', difficulty: null, needed: 6, there: 5 }])
})

test('each topic and difficulty is reported separately, and an unknown topic has no questions', () => {
  const wanted = sections([
    ['право', 1, 4],
    ['право', 2, 1],
    ['право', 3, 1],
    ['история', null, 1],
  ])
  expect(shortages(wanted, bank('право', 3, 2))).toEqual([
    { topic: 'право', difficulty: 1, needed: 4, there: 3 },
    { topic: 'право', difficulty: 3, needed: 1, there: 0 },
    { topic: 'история', difficulty: null, needed: 1, there: 0 },
  ])
})
