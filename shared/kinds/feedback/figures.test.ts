import { expect, test } from 'vitest'
import { groupFigures, recommendIndex } from './figures.ts'

const times = (count: number, value: string, score: number) =>
  Array.from({ length: count }, () => [value, score] as const)

test('the index is the share of 9 and 10 minus the share of 0 to 6', () => {
  expect(recommendIndex([10, 9, 8, 7, 6])).toBe(20)
  expect([recommendIndex([0, 6]), recommendIndex([9, 10]), recommendIndex([7, 8])]).toEqual([-100, 100, 0])
})

test('a group of four is not shown and cannot be worked out from the others', () => {
  expect(groupFigures([...times(5, 'юг', 9), ...times(6, 'север', 3)])).toEqual([
    { value: 'север', given: 6, index: -100 },
    { value: 'юг', given: 5, index: 100 },
  ])
  const one = groupFigures([...times(9, 'юг', 9), ...times(6, 'север', 3), ...times(4, 'восток', 10)])
  expect(one.map(({ value, given }) => [value, given])).toEqual([
    ['юг', 9],
    ['север', null],
    ['восток', null],
  ])
  const two = groupFigures([...times(9, 'юг', 9), ...times(1, 'север', 3), ...times(4, 'восток', 10)])
  expect(two.map(({ given, index }) => [given, index])).toEqual([
    [9, 100],
    [null, null],
    [null, null],
  ])
  expect(groupFigures(times(4, 'юг', 9))).toEqual([{ value: 'юг', given: null, index: null }])
})
