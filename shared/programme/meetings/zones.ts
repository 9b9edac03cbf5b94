import { showDate } from '#shared/platform/time/moscow.ts'

/** Moscow's offset from UTC in minutes. */
export const moscowOffset = 180

/**
 * The moment by the clock of a place, `offset` minutes from UTC: 'HH:mm', with the day when it differs from Moscow's.
 */
export function timeAt(moment: Date, offset: number): string {
  const there = new Date(moment.getTime() + (offset - moscowOffset) * 60_000)
  const time = new Date(moment.getTime() + offset * 60_000).toISOString().slice(11, 16)
  return showDate(there) === showDate(moment) ? time : `${showDate(there)} ${time}`
}
