export interface AnswerClock {
  /** Milliseconds since the last lap, without those in which the page was hidden. */
  lap(): number
  restart(): void
  pause(): void
  resume(): void
}

/** Counts by a monotonic clock: a change of the device's time has no effect. */
export function answerClock(now: () => number = () => performance.now()): AnswerClock {
  let since: number | null = now()
  let spent = 0
  const restart = () => {
    spent = 0
    if (since !== null) since = now()
  }
  const pause = () => {
    if (since !== null) spent += now() - since
    since = null
  }
  return {
    restart,
    pause,
    resume() {
      since ??= now()
    },
    lap() {
      const ms = Math.round(spent + (since === null ? 0 : now() - since))
      restart()
      return ms
    },
  }
}
