/** How a call waits for a server that is too busy. */
export interface Patience {
  /** Waits this many milliseconds. */
  wait?: (ms: number) => Promise<void>
  /** Called when a call begins to wait for a busy server, and when it has its answer. */
  busy?: (now: boolean) => void
}

const maxRepeats = 3
/** In seconds: where the server names none, and what is worth waiting for; a longer closure is reported at once. */
const usualWait = 2
const maxWait = 5
/** Refused because of too much work, by the portal or by what stands before it. */
const busyStatuses: ReadonlySet<number> = new Set([502, 503, 504])
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/**
 * Asks again, a few times, while the server is too busy: after the seconds that it names. Only for calls that do no harm
 * when they are repeated. What `ask` throws is the caller's, unless `unreached` says that it may be asked again.
 */
export async function askPatiently(
  ask: () => Promise<Response>,
  { wait = pause, busy }: Patience,
  unreached: (error: unknown) => boolean = () => false,
): Promise<Response> {
  let repeats = 0
  try {
    for (; ; repeats += 1) {
      const last = repeats === maxRepeats
      const response = await ask().catch((error: unknown) => {
        if (last || !unreached(error)) throw error
        return null
      })
      const seconds = response ? busyFor(response) : usualWait
      if (response && (last || seconds === null)) return response
      if (repeats === 0) busy?.(true)
      // Spread out in time: calls refused together would otherwise return together.
      await wait((seconds ?? usualWait) * 1000 * (0.75 + Math.random() / 2))
    }
  } finally {
    if (repeats > 0) busy?.(false)
  }
}

function busyFor({ status, headers }: Response): number | null {
  if (!busyStatuses.has(status)) return null
  const seconds = Number(headers.get('Retry-After') ?? usualWait)
  return seconds > 0 && seconds <= maxWait ? seconds : null
}
