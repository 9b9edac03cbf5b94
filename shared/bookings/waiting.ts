const hour = 3_600_000
/** A place that somebody looks at before he confirms it. */
export const holdMs = 5 * 60_000

/** Until when an offered place waits for an answer: shorter near the start, at most half of the time that is left. */
export function offeredUntil(now: Date, startTime: Date, offerHours: number): Date {
  const left = startTime.getTime() - now.getTime()
  return new Date(now.getTime() + Math.max(0, Math.min(offerHours * hour, left / 2)))
}

/** Until when a booking is changed or cancelled. */
export const changeUntil = (startTime: Date, changeHours: number): Date =>
  new Date(startTime.getTime() - changeHours * hour)
