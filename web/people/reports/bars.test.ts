import { expect, test } from 'vitest'
import { barsOf } from './bars.ts'

test('every day between the first and the last has a bar, also one without applications', () => {
  expect(
    barsOf([
      { day: '2026-02-27', people: 3 },
      { day: '2026-03-02', people: 1 },
    ]),
  ).toEqual({
    weekly: false,
    bars: [
      { day: '2026-02-27', people: 3 },
      { day: '2026-02-28', people: 0 },
      { day: '2026-03-01', people: 0 },
      { day: '2026-03-02', people: 1 },
    ],
  })
  expect(barsOf([])).toEqual({ bars: [], weekly: false })
})

test('a long season is shown by weeks that begin at its first day, and nobody is lost', () => {
  const { bars, weekly } = barsOf([
    { day: '2026-01-01', people: 2 },
    { day: '2026-01-07', people: 5 },
    { day: '2026-01-08', people: 1 },
    { day: '2026-06-30', people: 4 },
  ])
  expect(weekly).toBe(true)
  expect(bars.slice(0, 2)).toEqual([
    { day: '2026-01-01', people: 7 },
    { day: '2026-01-08', people: 1 },
  ])
  expect(bars.reduce((sum, { people }) => sum + people, 0)).toBe(12)
  expect(bars.length).toBe(26)
})
