import { groupBy } from '#shared/platform/lists/group-by.ts'
import { moscowDate, parseWire, showDate, showDateTime, showMoscowTime } from '#shared/platform/time/moscow.ts'
import { counted } from '#shared/platform/time/plural.ts'
import { venueTime } from '#shared/programme/bookings/venue-time.ts'

const weekdays = ['воскресенье', 'понедельник', 'вторник', 'среда', 'четверг', 'пятница', 'суббота']

/** «25.11.2026, среда», in Moscow time. */
export function dayWords(wire: string): string {
  const moment = parseWire(wire)
  if (!moment) return ''
  const { year, month, day } = moscowDate(moment)
  return `${showDate(moment)}, ${weekdays[new Date(Date.UTC(year, month - 1, day)).getUTCDay()]}`
}

export const endOf = (start: Date, minutes: number) => new Date(start.getTime() + minutes * 60_000)

/** «10:00–12:00»; past midnight the end has its date. */
export function timeWords(wire: string, minutes: number): string {
  const start = parseWire(wire)
  if (!start) return ''
  const end = endOf(start, minutes)
  const [time, ends] = [showDateTime(start), showDateTime(end)]
  return `${time.slice(11)}–${time.slice(0, 10) === ends.slice(0, 10) ? ends.slice(11) : ends}`
}

/** «25.11.2026, среда, 10:00» */
export const whenWords = (wire: string): string => `${dayWords(wire)}, ${wire.slice(11, 16)}`

/** «25.11.2026 10:00» */
export function momentWords(wire: string): string {
  const moment = parseWire(wire)
  return moment ? showDateTime(moment) : ''
}

/** «25.11.2026 10:00 по Москве» */
export function moscowWords(wire: string): string {
  const moment = parseWire(wire)
  return moment ? showMoscowTime(moment) : ''
}

/** «25.11.2026, среда, 10:00 (12:00 на площадке)» */
export function whenAtVenue(wire: string, zone: string): string {
  const moment = parseWire(wire)
  const local = moment ? venueTime(moment, zone) : ''
  return `${whenWords(wire)}${local && ` (${local})`}`
}

export const placesWords = (count: number): string =>
  count === 0 ? 'Мест нет' : `Осталось ${counted(count, 'место', 'места', 'мест')}`

/** Slots by date, in order of time. The wire already uses Moscow time. */
export const slotsByDate = <S extends { start_time: string }>(slots: readonly S[]): [date: string, slots: S[]][] => [
  ...groupBy(
    [...slots].sort((one, other) => (one.start_time < other.start_time ? -1 : 1)),
    ({ start_time }) => start_time.slice(0, 10),
  ),
]
