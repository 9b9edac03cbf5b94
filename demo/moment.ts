import { moscowDate, parseWire } from '#shared/platform/time/moscow.ts'

const day = 86_400_000

/** The moment `days` from `now` at a time of day in Moscow, such as '10:00:00'. */
export function momentAt(now: Date, days: number, time: string): Date {
  const { year, month, day: date } = moscowDate(new Date(now.getTime() + days * day))
  const two = (value: number) => String(value).padStart(2, '0')
  const moment = parseWire(`${year}-${two(month)}-${two(date)} ${time}`)
  if (moment === null) throw new Error(`no such time: ${time}`)
  return moment
}

/** Moves a moment to 9:00–21:00 of its Moscow day and keeps the order, because few people act at night. */
export function byDay(moment: Date): Date {
  const midnight = momentAt(moment, 0, '00:00:00').getTime()
  return new Date(midnight + (9 * day) / 24 + (moment.getTime() - midnight) / 2)
}

export const daysFrom = (now: Date, days: number): Date => new Date(now.getTime() + days * day)
