import { expect, test } from 'vitest'
import { countdown, spokenTime, timeAhead } from './test-time.ts'

const ends = new Date('2026-11-21T20:00:00+03:00')

test('the time of a test is given in words, with the hour of the person’s own region where it differs', () => {
  expect(timeAhead(34, ends, 0)).toBe('у вас будет 34 минуты, до 20:00')
  expect(timeAhead(21, ends, 240)).toBe('у вас будет 21 минута, до 20:00 по Москве (в вашем регионе 00:00)')
  expect(timeAhead(null, null, 0)).toBe('времени сколько угодно')
})

test('the rest of the time is spoken at ten, five and one minute and at the end, not each second', () => {
  const said = Array.from({ length: 12 * 60 + 3 }, (_none, at) => {
    const before = (12 * 60 - at + 1) * 1000
    return spokenTime(before, before - 1000)
  }).filter(Boolean)
  expect(said).toEqual(['Осталось 10 минут', 'Осталось 5 минут', 'Осталось не больше минуты', 'Время вышло'])
  expect(spokenTime(20 * 60_000, 4 * 60_000)).toBe('Осталось 5 минут')
})

test.each([
  [59_001, '01:00'],
  [725_000, '12:05'],
  [3_725_000, '1:02:05'],
  [-5, '00:00'],
])('%i ms are shown as %s', (ms, shown) => {
  expect(countdown(ms)).toBe(shown)
})
