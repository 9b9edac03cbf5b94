import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type CalendarDate,
  compareDates,
  formatWire,
  formatWireDate,
  fullYears,
  moscowDate,
  parseDate,
  parseWire,
  showCalendarDate,
  showDate,
  showDateTime,
} from './moscow.ts'

const moments = fc.date({
  min: new Date('1900-01-01T00:00:00Z'),
  max: new Date('2200-01-01T00:00:00Z'),
  noInvalidDate: true,
})
const days = moments.map(moscowDate)

test('EN-03 a wire moment is read as Moscow time', () => {
  expect(parseWire('2026-12-01 10:00:00')?.toISOString()).toBe('2026-12-01T07:00:00.000Z')
  expect(parseWire('2026-07-01 00:30:00')?.toISOString()).toBe('2026-06-30T21:30:00.000Z')
})

test('EN-03 a bare date is its midnight at +03:00', () => {
  expect(parseWire('2026-01-01')?.toISOString()).toBe('2025-12-31T21:00:00.000Z')
})

test.each([
  '',
  '2026-02-30 10:00:00',
  '2026-13-01',
  '2026-01-01 24:00:00',
  '2026-01-01 10:60:00',
  '01.02.2026',
  ' 2026-01-01',
])('EN-03 the wire text "%s" is no moment', (text) => expect(parseWire(text)).toBeNull())

test('EN-03 every time survives the wire format to the second', () => {
  fc.assert(
    fc.property(moments, (moment) => {
      expect(parseWire(formatWire(moment))?.getTime()).toBe(Math.floor(moment.getTime() / 1000) * 1000)
    }),
  )
})

test.each([
  'America/Los_Angeles',
  'UTC',
  'Asia/Vladivostok',
])('EN-03 people read Moscow time in a browser in %s', (zone) => {
  const before = process.env.TZ
  process.env.TZ = zone
  try {
    const moment = new Date('2026-12-31T21:05:00Z')
    expect(showDate(moment)).toBe('01.01.2027')
    expect(showDateTime(moment)).toBe('01.01.2027 00:05')
    expect(formatWire(moment)).toBe('2027-01-01 00:05:00')
  } finally {
    if (before === undefined) delete process.env.TZ
    else process.env.TZ = before
  }
})

test('VL-10 a date is read from yyyy-MM-dd and from dd.MM.yyyy', () => {
  expect(parseDate('1990-02-28')).toEqual({ year: 1990, month: 2, day: 28 })
  expect(parseDate('28.02.1990')).toEqual({ year: 1990, month: 2, day: 28 })
})

test.each([
  '1990-2-28',
  '28.2.1990',
  '28/02/1990',
  '1990.02.28',
  '29.02.2023',
  '31.04.2024',
  '00.01.2024',
  '2024-00-10',
  '0000-01-01',
  '28.02.1990 ',
])('VL-10 "%s" is no date', (text) => expect(parseDate(text)).toBeNull())

test('VL-10 a leap day is a date in leap years only', () => {
  expect(parseDate('29.02.2024')).not.toBeNull()
  expect(parseDate('29.02.2000')).not.toBeNull()
  expect(parseDate('29.02.1900')).toBeNull()
})

test('VL-10 both formats of a day are read as the same day', () => {
  fc.assert(
    fc.property(days, (day) => {
      expect(parseDate(showCalendarDate(day))).toEqual(day)
      expect(parseDate(formatWireDate(day))).toEqual(day)
    }),
  )
})

test('VL-06 a year is full on the anniversary, not a day before it', () => {
  const born: CalendarDate = { year: 1990, month: 6, day: 15 }
  expect(fullYears(born, { year: 2026, month: 6, day: 14 })).toBe(35)
  expect(fullYears(born, { year: 2026, month: 6, day: 15 })).toBe(36)
  const leapling: CalendarDate = { year: 2004, month: 2, day: 29 }
  expect(fullYears(leapling, { year: 2022, month: 2, day: 28 })).toBe(17)
  expect(fullYears(leapling, { year: 2022, month: 3, day: 1 })).toBe(18)
})

test('VL-06 full years never shrink as days pass', () => {
  fc.assert(
    fc.property(days, days, days, (born, one, other) => {
      const [earlier, later] = compareDates(one, other) <= 0 ? [one, other] : [other, one]
      expect(fullYears(born, later)).toBeGreaterThanOrEqual(fullYears(born, earlier))
    }),
  )
})
