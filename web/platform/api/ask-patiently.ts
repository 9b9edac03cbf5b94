/** How a call waits for a server that is too busy. */
export interface Patience {
  /** Waits this many milliseconds. */
  wait?: (ms: number) => Promise<void>
  /** Called when a call begins to wait for a busy server, and when it has its answer. */
  busy?: (now: boolean) => void
}

const maxRepeats = 3
/** Seconds: the wait when the server names none, and the longest wait; a longer closure is reported at once. */
const usualWait = 2
const maxWait = 5
/** Refused because of overload, by the portal or by a proxy before it. */
const busyStatuses: ReadonlySet<number> = new Set([502, 503, 504])
/** Figures of very many people that are still being counted: a server at work, which is asked for longer. */
const beingCounted = 425
const maxLooks = 30
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/**
 * Repeats a call a few times while the server is too busy, after the seconds that the server names. Only for calls that
 * do no harm when they are repeated. Errors of `ask` are passed on, unless `unreached` allows another attempt.
 */
export async function askPatiently(
  ask: () => Promise<Response>,
  { wait = pause, busy }: Patience,
  unreached: (error: unknown) => boolean = () => false,
): Promise<Response> {
  let repeats = 0
  try {
    for (; ; repeats += 1) {
      const response = await ask().catch((error: unknown) => {
        if (repeats >= maxRepeats || !unreached(error)) throw error
        return null
      })
      const counted = response?.status === beingCounted
      const last = repeats >= (counted ? maxLooks : maxRepeats)
      const seconds = response ? busyFor(response) : usualWait
      if (response && (last || seconds === null)) return response
      if (repeats === 0 && !counted) busy?.(true)
      // A browser reports the end of a request only when its answer has been read.
      await response?.text().catch(() => {})
      // Spread out in time: calls refused together would otherwise return together.
      await wait((seconds ?? usualWait) * 1000 * (0.75 + Math.random() / 2))
    }
  } finally {
    if (repeats > 0) busy?.(false)
  }
}

function busyFor({ status, headers }: Response): number | null {
  if (status !== beingCounted && !busyStatuses.has(status)) return null
  const seconds = Number(headers.get('Retry-After') ?? usualWait)
  return seconds > 0 && seconds <= maxWait ? seconds : null
}
