/**
 * Dates and times. On the wire a moment is 'yyyy-MM-dd HH:mm:ss' in Moscow time, a bare date means its midnight at
 * +03:00. People always read Moscow time, whatever the zone of their browser. Moscow keeps +03:00 all year.
 */
const MOSCOW_OFFSET_MS = 3 * 3_600_000

const WIRE = /^(\d{4})-(\d{2})-(\d{2})(?:[ T](\d{2}):(\d{2})(?::(\d{2}))?)?$/
const ISO_DATE = /^(\d{4})-(\d{2})-(\d{2})$/
const RUSSIAN_DATE = /^(\d{2})\.(\d{2})\.(\d{4})$/

/** A calendar day without time and zone. Months count from 1. */
export interface CalendarDate {
  readonly year: number
  readonly month: number
  readonly day: number
}

/** Reads a wire moment or a bare date; null for anything else, including moments that do not exist. */
export function parseWire(text: string): Date | null {
  const found = WIRE.exec(text)
  if (!found) return null
  const [year, month, day, hour, minute, second] = found.slice(1).map((part) => Number(part ?? 0))
  const date = calendarDate(year, month, day)
  if (!date || hour === undefined || minute === undefined || second === undefined) return null
  if (hour > 23 || minute > 59 || second > 59) return null
  return new Date(midnightUtc(date) + hour * 3_600_000 + minute * 60_000 + second * 1000 - MOSCOW_OFFSET_MS)
}

/** 'yyyy-MM-dd HH:mm:ss' in Moscow time, without fractions of a second. */
export function formatWire(moment: Date): string {
  return inMoscow(moment).toISOString().slice(0, 19).replace('T', ' ')
}

/** 'dd.MM.yyyy' in Moscow time. */
export function showDate(moment: Date): string {
  return showCalendarDate(moscowDate(moment))
}

/** 'dd.MM.yyyy HH:mm' in Moscow time. */
export function showDateTime(moment: Date): string {
  return `${showDate(moment)} ${inMoscow(moment).toISOString().slice(11, 16)}`
}

/** «12.12.2026 10:00 по Москве» */
export const showMoscowTime = (at: Date): string => `${showDateTime(at)} по Москве`

/** The day in Moscow at this moment. */
export function moscowDate(moment: Date): CalendarDate {
  const shifted = inMoscow(moment)
  return { year: shifted.getUTCFullYear(), month: shifted.getUTCMonth() + 1, day: shifted.getUTCDate() }
}

/** Reads yyyy-MM-dd or dd.MM.yyyy strictly; null for any other text and for days that do not exist. */
export function parseDate(text: string): CalendarDate | null {
  const iso = ISO_DATE.exec(text)
  if (iso) return calendarDate(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const russian = RUSSIAN_DATE.exec(text)
  if (russian) return calendarDate(Number(russian[3]), Number(russian[2]), Number(russian[1]))
  return null
}

/** 'dd.MM.yyyy'. */
export function showCalendarDate({ year, month, day }: CalendarDate): string {
  return `${pad(day, 2)}.${pad(month, 2)}.${pad(year, 4)}`
}

/** 'yyyy-MM-dd'. */
export function formatWireDate({ year, month, day }: CalendarDate): string {
  return `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`
}

/** Negative when the first day is earlier, zero for the same day. */
export function compareDates(first: CalendarDate, second: CalendarDate): number {
  return midnightUtc(first) - midnightUtc(second)
}

/**
 * Full years between two days, as for an age. A year is full on the anniversary. A person born on 29 February turns a
 * year older on 1 March of a common year. Negative when `to` is earlier.
 */
export function fullYears(from: CalendarDate, to: CalendarDate): number {
  if (compareDates(from, to) > 0) return -fullYears(to, from)
  const years = to.year - from.year
  const reached = to.month > from.month || (to.month === from.month && to.day >= from.day)
  return reached ? years : years - 1
}

function calendarDate(year: number | undefined, month: number | undefined, day: number | undefined) {
  if (!year || !month || !day || month > 12 || day > daysIn(year, month)) return null
  return { year, month, day }
}

function daysIn(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}

function midnightUtc({ year, month, day }: CalendarDate): number {
  return new Date(0).setUTCFullYear(year, month - 1, day)
}

function inMoscow(moment: Date): Date {
  return new Date(moment.getTime() + MOSCOW_OFFSET_MS)
}

function pad(value: number, length: number): string {
  return String(value).padStart(length, '0')
}
