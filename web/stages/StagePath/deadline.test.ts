import { expect, test } from 'vitest'
import { momentInMoscow, momentInWords, timeLeft, timeSince } from './deadline.ts'

const now = Date.parse('2026-12-11T10:00:00+03:00')

test('a deadline is shown in Moscow time, from a wire moment and from an ISO string', () => {
  expect(momentInWords('2026-12-15 23:59:00')).toBe('15 декабря в 23:59')
  expect(momentInWords('2026-12-15T20:59:00Z')).toBe('15 декабря в 23:59')
  expect(momentInMoscow('2026-12-15 23:59:00')).toBe('15 декабря в 23:59 по Москве')
})

test.each([
  ['2026-12-31 10:00:00', '20 дней'],
  ['2026-12-15 23:59:00', '4 дня 13 часов'],
  ['2026-12-12 10:30:00', '1 день'],
  ['2026-12-11 12:01:00', '2 часа 1 минута'],
  ['2026-12-11 10:00:20', '1 минута'],
  ['2026-12-11 10:00:00', null],
])('until %s there is left: %s', (until, words) => {
  expect(timeLeft(until, now)?.replaceAll('\u00a0', ' ') ?? null).toBe(words)
})

test('the time since a moment has the same units', () => {
  expect(timeSince('2026-12-09 08:00:00', now).replaceAll('\u00a0', ' ')).toBe('2 дня 2 часа')
  expect(timeSince('2026-12-11 10:00:00', now).replaceAll('\u00a0', ' ')).toBe('1 минута')
})
