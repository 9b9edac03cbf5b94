import { expect, test } from 'vitest'
import { loadingGrowth } from './loading-growth.ts'

test('LY-04 the bar of a loading page grows over 5000 ms', () => {
  expect(loadingGrowth(0)).toBe(0)
  expect(loadingGrowth(4999)).toBeLessThan(1)
  expect(loadingGrowth(5000)).toBe(1)
  expect(loadingGrowth(1000)).toBeLessThan(loadingGrowth(1001))
})
