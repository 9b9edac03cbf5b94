import { isRecord } from '#shared/forms/fields/field.ts'

const dayMs = 86_400_000
const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/

/** The same settings with every date in them moved: ISO moments, and dates as year, month and day. */
export function shiftDates(value: unknown, days: number): { value: unknown; count: number } {
  let count = 0
  function moved(each: unknown): unknown {
    if (typeof each === 'string' && moment.test(each) && !Number.isNaN(Date.parse(each))) {
      count += 1
      return new Date(Date.parse(each) + days * dayMs).toISOString()
    }
    if (Array.isArray(each)) return each.map(moved)
    if (!isRecord(each)) return each
    const { year, month, day, ...rest } = each
    const whole = [year, month, day].every(Number.isInteger) && Object.keys(rest).length === 0
    if (!whole) return Object.fromEntries(Object.entries(each).map(([name, inside]) => [name, moved(inside)]))
    count += 1
    const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)) + days * dayMs)
    return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }
  }
  return { value: moved(value), count }
}

export const shiftMoment = <At extends Date | null>(at: At, days: number): At =>
  (at === null ? null : new Date(at.getTime() + days * dayMs)) as At
