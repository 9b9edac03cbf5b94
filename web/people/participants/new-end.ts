import { formatWire } from '#shared/platform/time/moscow.ts'

/**
 * The end moved by this many days, counted from now when it is over: `yyyy-MM-dd HH:mm` in Moscow time, at a whole
 * hour.
 */
export function newEnd(before: Date | null, now: Date, days: number): string {
  const from = before !== null && before > now ? before : now
  const end = new Date(from.getTime() + days * 24 * 3_600_000)
  if (from === now) end.setUTCMinutes(60, 0, 0)
  return formatWire(end).slice(0, 16)
}
