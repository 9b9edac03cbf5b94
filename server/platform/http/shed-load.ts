import underPressure from '@fastify/under-pressure'
import type { FastifyInstance } from 'fastify'
import { Refusal } from '#shared/api/refusals.ts'

/** A call waits in the event loop longer than this: more calls would only make all of them later. */
const mostDelayMs = 2000
/** A stall is over when it is seen, and refusing then would only add to it; what lasts longer is too much work. */
const lastingMs = 2500
/** Two sightings farther apart than this are two stalls. */
const apartMs = 2000

/**
 * Refuses calls with `overloaded` while there are lastingly more than this process can answer. The measure is the mean
 * of the last second, or infinite when a stall left it without one, so a single sighting says nothing of the present:
 * a start, a pause of the machine and a large collection of garbage all look like overload for one second.
 */
export async function shedLoad(
  app: FastifyInstance,
  { mostDelay = mostDelayMs, now = () => performance.now() }: { mostDelay?: number; now?: () => number } = {},
): Promise<void> {
  let since = Number.NEGATIVE_INFINITY
  let last = Number.NEGATIVE_INFINITY
  await app.register(underPressure, {
    maxEventLoopDelay: mostDelay,
    pressureHandler: async () => {
      const time = now()
      if (time - last > apartMs) since = time
      last = time
      if (time - since >= lastingMs) throw new Refusal('overloaded', { retryAfter: 3 })
    },
  })
}
