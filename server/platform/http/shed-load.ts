import underPressure from '@fastify/under-pressure'
import type { FastifyInstance } from 'fastify'
import { Refusal } from '#shared/platform/api/refusals.ts'

/** When a call waits longer than this in the event loop, more calls would only delay all of them. */
const maxDelayMs = 2000
/**
 * Overload for longer than this, in milliseconds, means too much work. A short stall is over when it is noticed, and
 * refusing calls then would only do harm.
 */
const lastingMs = 2500
/** Two measurements further apart than this belong to separate stalls. */
const apartMs = 2000

/**
 * Refuses calls with `overloaded` while there are more than this process can answer. The measure is the mean delay of
 * the last second, or infinite when a stall prevented measuring. One such value proves nothing: a start, a pause of
 * the machine or a large garbage collection look like overload for a second.
 */
export async function shedLoad(
  app: FastifyInstance,
  { maxDelay = maxDelayMs, now = () => performance.now() }: { maxDelay?: number; now?: () => number } = {},
): Promise<void> {
  let since = Number.NEGATIVE_INFINITY
  let last = Number.NEGATIVE_INFINITY
  await app.register(underPressure, {
    maxEventLoopDelay: maxDelay,
    pressureHandler: async () => {
      const time = now()
      if (time - last > apartMs) since = time
      last = time
      if (time - since >= lastingMs) throw new Refusal('overloaded', { retryAfter: 3 })
    },
  })
}
