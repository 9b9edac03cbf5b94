import { expect, test } from 'vitest'
import { dayWords, placesWords, slotsByDate, timeWords, whenAtVenue, whenWords } from './slot-words.ts'

const slot = (start_time: string) => ({ start_time })

test('SC-09 slots are grouped by date, dates and times in order, whatever order they came in', () => {
  expect(
    slotsByDate(['2026-11-26 10:00:00', '2026-11-25 15:00:00', '2026-11-25 00:00:00', '2026-11-26 23:59:59'].map(slot)),
  ).toEqual([
    ['2026-11-25', [slot('2026-11-25 00:00:00'), slot('2026-11-25 15:00:00')]],
    ['2026-11-26', [slot('2026-11-26 10:00:00'), slot('2026-11-26 23:59:59')]],
  ])
  expect(slotsByDate([])).toEqual([])
})

test.each([
  'America/Los_Angeles',
  'Asia/Kamchatka',
])('SC-09 the date and its weekday are Moscow’s in a browser in %s', (zone) => {
  const before = process.env.TZ
  process.env.TZ = zone
  try {
    expect(dayWords('2026-11-25 00:00:00')).toBe('25.11.2026, среда')
    expect(whenWords('2026-11-29 23:30:00')).toBe('29.11.2026, воскресенье, 23:30')
    expect(timeWords('2026-11-25 10:00:00', 90)).toBe('10:00–11:30')
    expect(timeWords('2026-11-25 23:30:00', 60)).toBe('23:30–26.11.2026 00:30')
  } finally {
    if (before === undefined) delete process.env.TZ
    else process.env.TZ = before
  }
})

test.each([
  [0, 'Мест нет'],
  [1, 'Осталось 1 место'],
  [3, 'Осталось 3 места'],
  [11, 'Осталось 11 мест'],
  [21, 'Осталось 21 место'],
])('SC-09 %i places left read «%s»', (count, words) => expect(placesWords(count)).toBe(words))

test('KE-20 the person’s place shows the time of the venue beside Moscow time', () => {
  expect(whenAtVenue('2026-11-25 10:00:00', 'Europe/Moscow')).toBe('25.11.2026, среда, 10:00')
  expect(whenAtVenue('2026-11-25 10:00:00', 'Asia/Yekaterinburg')).toBe('25.11.2026, среда, 10:00 (12:00 на площадке)')
})
