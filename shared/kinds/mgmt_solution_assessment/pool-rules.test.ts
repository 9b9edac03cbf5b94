import { expect, test } from 'vitest'
import { givesEnoughMarks, maxRatersOfWork, worksToOpen } from './pool-rules.ts'

const rules = { given: 8, received: 5, margin: 1, reference_share: 15 }

test('people must assess enough works for the marks of every work and the margin', () => {
  expect([maxRatersOfWork(rules), worksToOpen(rules), givesEnoughMarks(rules)]).toEqual([6, 16, true])
  expect(givesEnoughMarks({ ...rules, received: 7 })).toBe(false)
  // Exactly enough.
  expect(givesEnoughMarks({ given: 7, received: 5, margin: 1, reference_share: 0 })).toBe(true)
  expect(givesEnoughMarks({ given: 6, received: 5, margin: 1, reference_share: 0 })).toBe(false)
})
