import { setTimeout as delay } from 'node:timers/promises'

const maxPauseMs = 3000

/**
 * Repeats what must be written until the database has taken it: what has already happened outside must not happen again
 * because nobody noted it. `signal` ends the repeats.
 */
export async function untilKept<Result>(
  write: () => Promise<Result>,
  { signal, onError = () => {} }: { signal?: AbortSignal; onError?: (fault: unknown) => void } = {},
): Promise<Result> {
  for (let pause = 100; ; pause = Math.min(pause * 2, maxPauseMs)) {
    try {
      return await write()
    } catch (fault) {
      // The portal ends.
      if (fault instanceof Error && fault.message.includes('after calling end on the pool')) throw fault
      onError(fault)
      await delay(pause, undefined, { signal })
    }
  }
}
