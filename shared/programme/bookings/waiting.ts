const hour = 3_600_000
/** How long a chosen place is held until the person confirms it. */
export const holdMs = 5 * 60_000

/** Until when an offered place is kept: shorter near the start, at most half of the remaining time. */
export function offeredUntil(now: Date, startTime: Date, offerHours: number): Date {
  const left = startTime.getTime() - now.getTime()
  return new Date(now.getTime() + Math.max(0, Math.min(offerHours * hour, left / 2)))
}

/** Until when a booking can be changed or cancelled. */
export const changeUntil = (startTime: Date, changeHours: number): Date =>
  new Date(startTime.getTime() - changeHours * hour)
