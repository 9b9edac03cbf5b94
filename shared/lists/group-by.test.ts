import { expect, test } from 'vitest'
import { groupBy } from './group-by.ts'

test('items stand under their key in their own order, and nothing makes no group', () => {
  expect([...groupBy([3, 1, 4, 1, 5], (number) => number % 2)]).toEqual([
    [1, [3, 1, 1, 5]],
    [0, [4]],
  ])
  expect(groupBy([], () => 0).size).toBe(0)
})
