/** How long before the end judges are reminded automatically. */
const ahead = 24 * 3_600_000

/** When judges are to be reminded of this end, seen from now; null without an end or when it is over. */
export const reminderOf = (readUntil: Date | null, now: Date): Date | null =>
  readUntil && readUntil > now ? new Date(Math.max(readUntil.getTime() - ahead, now.getTime())) : null
