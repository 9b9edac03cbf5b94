/** Judges are reminded so long before the end by themselves. */
const ahead = 24 * 3_600_000

/** When judges are to be reminded of this end, seen from now; null when it is too late for that or there is no end. */
export const reminderOf = (readUntil: Date | null, now: Date): Date | null =>
  readUntil && readUntil > now ? new Date(Math.max(readUntil.getTime() - ahead, now.getTime())) : null
