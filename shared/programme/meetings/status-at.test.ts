import { expect, test } from 'vitest'
import { isAhead, overlap, statusAt } from './status-at.ts'
import { timeAt } from './zones.ts'

const at = (time: string) => new Date(`2026-11-21T${time}:00+03:00`)
const meeting = { status: 'new' as const, starts_at: at('12:00'), minutes: 45 }

test('a meeting is past as soon as its time is over', () => {
  expect(statusAt(meeting, at('12:44'))).toBe('new')
  expect(statusAt(meeting, at('12:45'))).toBe('past')
  expect(statusAt({ ...meeting, status: 'cancelled' }, at('13:00'))).toBe('cancelled')
})

test('a meeting is upcoming until it begins, unless it was cancelled', () => {
  expect(isAhead(meeting, at('11:59'))).toBe(true)
  expect(isAhead(meeting, at('12:00'))).toBe(false)
  expect(isAhead({ ...meeting, status: 'cancelled' }, at('11:00'))).toBe(false)
})

test('meetings one after the other do not overlap', () => {
  const of = (time: string, minutes: number) => ({ starts_at: at(time), minutes })
  expect(overlap(meeting, of('12:45', 30))).toBe(false)
  expect(overlap(meeting, of('12:44', 30))).toBe(true)
  expect(overlap(meeting, of('11:30', 30))).toBe(false)
  expect(overlap(meeting, of('11:00', 180))).toBe(true)
})

test('a time in another zone is shown with its day when the day differs', () => {
  expect(timeAt(at('12:00'), 180)).toBe('12:00')
  expect(timeAt(at('12:00'), 420)).toBe('16:00')
  expect(timeAt(at('20:00'), 720)).toBe('22.11.2026 05:00')
  expect(timeAt(at('00:30'), 120)).toBe('20.11.2026 23:30')
})
