import { formatWire } from '#shared/time/moscow.ts'

/** So many days after the present end, or after now where that is over: `yyyy-MM-dd HH:mm` of Moscow, at a whole hour. */
export function newEnd(before: Date | null, now: Date, days: number): string {
  const from = before !== null && before > now ? before : now
  const end = new Date(from.getTime() + days * 24 * 3_600_000)
  if (from === now) end.setUTCMinutes(60, 0, 0)
  return formatWire(end).slice(0, 16)
}
