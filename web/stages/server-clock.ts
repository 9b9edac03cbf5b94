/** How far the server's clock is ahead of the browser's steady one; null until the server has sent its time. */
let offset: number | null = null

/** `performance.now()` cannot be set by the person, so the server's time stays right until the next answer. */
export function keepServerTime(now: Date): void {
  offset = now.getTime() - performance.now()
}

/** The time of the server as far as it is known; a browser's own clock only until then, and never for a decision. */
export const serverNow = (): Date => new Date(offset === null ? Date.now() : performance.now() + offset)
