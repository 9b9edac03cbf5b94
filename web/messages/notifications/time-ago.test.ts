import { expect, test } from 'vitest'
import { timeAgo } from './time-ago.ts'

const now = new Date('2026-11-21T12:00:00Z')
test.each([
  [30, 'только что'],
  [60, '1 минуту назад'],
  [5 * 60, '5 минут назад'],
  [3 * 3600, '3 часа назад'],
  [2 * 86400, '2 дня назад'],
  [8 * 86400, '13.11.2026'],
])('a notification of %i seconds ago is dated «%s»', (seconds, words) => {
  expect(timeAgo(new Date(now.getTime() - seconds * 1000), now)).toBe(words)
})
