import { isRecord } from '#shared/forms/fields/field.ts'

const dayMs = 86_400_000
const moscowMs = 3 * 3_600_000
const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/

/** The number of a day in Moscow. */
export const dayOf = (at: Date): number => Math.floor((at.getTime() + moscowMs) / dayMs)

/**
 * The same settings with every date in them on another day, at the same time of the day: ISO moments, and dates as
 * year, month and day. `move` gets and gives the number of a day in Moscow.
 */
export function moveDates(value: unknown, move: (day: number) => number): { value: unknown; count: number } {
  let count = 0
  function moved(each: unknown): unknown {
    if (typeof each === 'string' && moment.test(each) && !Number.isNaN(Date.parse(each))) {
      count += 1
      const at = new Date(each)
      const day = dayOf(at)
      return new Date(at.getTime() + (move(day) - day) * dayMs).toISOString()
    }
    if (Array.isArray(each)) return each.map(moved)
    if (!isRecord(each)) return each
    const { year, month, day, ...rest } = each
    const whole = [year, month, day].every(Number.isInteger) && Object.keys(rest).length === 0
    if (!whole) return Object.fromEntries(Object.entries(each).map(([name, inside]) => [name, moved(inside)]))
    count += 1
    const date = new Date(move(Date.UTC(Number(year), Number(month) - 1, Number(day)) / dayMs) * dayMs)
    return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }
  }
  return { value: moved(value), count }
}

export const shiftDates = (value: unknown, days: number) => moveDates(value, (day) => day + days)

export const shiftMoment = <At extends Date | null>(at: At, days: number): At =>
  (at === null ? null : new Date(at.getTime() + days * dayMs)) as At
