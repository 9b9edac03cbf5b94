import { expect, test } from 'vitest'
import { isEnough, maxRatersOfWork, worksToOpen } from './pool-rules.ts'

const rules = { given: 8, received: 5, margin: 1, reference_share: 15 }

test('people must assess enough works for the marks of every work and the margin', () => {
  expect([maxRatersOfWork(rules), worksToOpen(rules), isEnough(rules)]).toEqual([6, 16, true])
  expect(isEnough({ ...rules, received: 7 })).toBe(false)
  // Exactly enough.
  expect(isEnough({ given: 7, received: 5, margin: 1, reference_share: 0 })).toBe(true)
  expect(isEnough({ given: 6, received: 5, margin: 1, reference_share: 0 })).toBe(false)
})
