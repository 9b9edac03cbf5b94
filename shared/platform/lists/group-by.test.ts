import { expect, test } from 'vitest'
import { groupBy } from './group-by.ts'

test('items are grouped by key in their order, and an empty list has no groups', () => {
  expect([...groupBy([3, 1, 4, 1, 5], (number) => number % 2)]).toEqual([
    [1, [3, 1, 1, 5]],
    [0, [4]],
  ])
  expect(groupBy([], () => 0).size).toBe(0)
})
