import { moscowDate, parseWire } from '#shared/time/moscow.ts'

const day = 86_400_000

/** The moment `days` from `now` at an hour of the Moscow clock, such as '10:00:00'. */
export function momentAt(now: Date, days: number, time: string): Date {
  const { year, month, day: date } = moscowDate(new Date(now.getTime() + days * day))
  const two = (value: number) => String(value).padStart(2, '0')
  const moment = parseWire(`${year}-${two(month)}-${two(date)} ${time}`)
  if (moment === null) throw new Error(`no such time: ${time}`)
  return moment
}

export const daysFrom = (now: Date, days: number): Date => new Date(now.getTime() + days * day)
