/** The server's clock minus the browser's monotonic clock; null until the server has sent its time. */
let offset: number | null = null

/** People cannot change `performance.now()`, so the server's time stays right until the next answer. */
export function keepServerTime(now: Date): void {
  offset = now.getTime() - performance.now()
}

/** The server's time; before its first answer the browser's own clock, which is never used for decisions. */
export const serverNow = (): Date => new Date(offset === null ? Date.now() : performance.now() + offset)
