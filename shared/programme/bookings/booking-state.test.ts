import { expect, test } from 'vitest'
import { bookingState, hasBegun } from './booking-state.ts'

const at = (time: string) => new Date(`2026-11-21T${time}+03:00`)
const window = { opensAt: at('10:00:00'), closesAt: at('12:00:00'), inactive: false }

test.each([
  ['09:59:59', 'not_yet'],
  ['10:00:00', 'open'],
  ['11:59:59', 'open'],
  ['12:00:00', 'closed'],
])('SC-09 at %s booking is %s', (time, state) => expect(bookingState(window, at(time))).toBe(state))

test('SC-09 without dates booking is always open, but never for a suspended participant', () => {
  const always = { opensAt: null, closesAt: null, inactive: false }
  expect(bookingState(always, at('09:00:00'))).toBe('open')
  expect(bookingState({ ...always, inactive: true }, at('09:00:00'))).toBe('not_allowed')
})

test('SC-09 a slot counts as begun from its start time', () => {
  expect(hasBegun(at('10:00:00'), at('09:59:59'))).toBe(false)
  expect(hasBegun(at('10:00:00'), at('10:00:00'))).toBe(true)
})
