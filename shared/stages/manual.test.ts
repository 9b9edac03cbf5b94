import { expect, test } from 'vitest'
import { hasManualPage } from './manual.ts'

test('instructions of more than 500 characters have a page of their own', () => {
  expect([0, 500, 501].map((length) => hasManualPage('а'.repeat(length)))).toEqual([false, false, true])
})
