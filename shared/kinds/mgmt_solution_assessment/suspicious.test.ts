import { expect, test } from 'vitest'
import { doubtfulWorks, oddMarks, ringsOfRaters } from './suspicious.ts'

test('two or three people who all raise, or all lower, one another’s works are reported once as a ring', () => {
  const up = (from: number, to: number) => ({ from, to, above: 20 })
  expect(ringsOfRaters([up(2, 1), up(1, 2), up(1, 3)])).toEqual([{ people: [1, 2], raised: true }])
  expect(ringsOfRaters([up(3, 1), up(1, 2), up(2, 3)])).toEqual([{ people: [1, 2, 3], raised: true }])
  const down = [up(1, 2), up(2, 1)].map((one) => ({ ...one, above: -15 }))
  expect(ringsOfRaters(down)).toEqual([{ people: [1, 2], raised: false }])
})

test('a mark near the others’, a mark that is not returned and a mixed pair make no ring', () => {
  expect(
    ringsOfRaters([
      { from: 1, to: 2, above: 14 },
      { from: 2, to: 1, above: 40 },
    ]),
  ).toEqual([])
  expect(
    ringsOfRaters([
      { from: 1, to: 2, above: 30 },
      { from: 2, to: 1, above: -30 },
    ]),
  ).toEqual([])
  expect(ringsOfRaters([{ from: 1, to: 1, above: 30 }])).toEqual([])
})

test('equal totals of three works and works marked in less than half a minute are odd', () => {
  expect(oddMarks({ totals: [60, 60, 60], spent: [29_999, 30_000, 90_000] })).toEqual({ equal: true, hasty: 1 })
  expect(oddMarks({ totals: [60, 60], spent: [90_000, 90_000] })).toEqual({ equal: false, hasty: 0 })
})

test('when the whole block is odd every work is in doubt, otherwise only the hasty ones', () => {
  const block = [60, 60, 60].map((total, at) => ({ work: at + 1, total, spent: 90_000 }))
  expect(doubtfulWorks(block, false)).toEqual([1, 2, 3])
  const mixed = [
    { work: 1, total: 60, spent: 10_000 },
    { work: 2, total: 70, spent: 90_000 },
  ]
  expect([doubtfulWorks(mixed, false), doubtfulWorks(mixed, true)]).toEqual([[1], [1, 2]])
})

test('rings are sorted by the numbers of people, also by numbers of several digits, and each ring is reported once', () => {
  const up = (from: number, to: number, above = 15) => ({ from, to, above })
  const pairs = [up(10, 9), up(9, 10), up(2, 10), up(10, 2), up(2, 9), up(9, 2)]
  expect(ringsOfRaters(pairs).map(({ people }) => people)).toEqual([
    [2, 9],
    [2, 9, 10],
    [2, 10],
    [2, 10, 9],
    [9, 10],
  ])
  // People outside a closed circle are not reported.
  expect(ringsOfRaters([up(1, 2), up(2, 1), up(2, 3)]).map(({ people }) => people)).toEqual([[1, 2]])
  expect(ringsOfRaters([up(1, 2), up(2, 3)])).toEqual([])
  expect(ringsOfRaters([up(1, 2), up(2, 3), up(3, 4)])).toEqual([])
})

test('a work that was on the screen for exactly half a minute is not in doubt, nor are works with different totals', () => {
  expect(doubtfulWorks([{ work: 1, total: 60, spent: 30_000 }], false)).toEqual([])
  const spread = [60, 61, 62].map((total, at) => ({ work: at + 1, total, spent: 90_000 }))
  expect(doubtfulWorks(spread, false)).toEqual([])
})
