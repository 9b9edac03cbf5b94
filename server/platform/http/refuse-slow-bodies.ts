import type { FastifyInstance } from 'fastify'
import { bareAnswer } from './bare-answer.ts'
import type { EveryAnswer } from './every-answer.ts'
import { hasBody } from './unread-bodies.ts'

/** The maximum time of a request, Fastify's `requestTimeout`: enough for 20 MB over a poor mobile network. */
export const maxUploadMs = 900_000
const maxBodyMs = 10_000
/** A file may take longer while it moves: at least this many bytes in each of these periods. */
const uploadPeriodMs = 30_000
const minBytesPerPeriod = 16 * 1024

/**
 * Ends calls whose body arrives too slowly, so that a client that sends a byte a second cannot hold a connection for
 * long. A file from a phone can take minutes; only logged-in people may send one.
 */
export function refuseSlowBodies(
  app: FastifyInstance,
  {
    headers,
    maxMs = maxBodyMs,
    periodMs = uploadPeriodMs,
  }: { headers: EveryAnswer; maxMs?: number; periodMs?: number },
): void {
  const answer = bareAnswer('request_timeout', headers)
  app.addHook('onRequest', async ({ raw, routeOptions }) => {
    if (!hasBody(raw)) return
    const { socket } = raw
    const end = () => {
      // After an answer the connection is already closing.
      if (raw.complete || !socket.writable) return
      socket.write(answer)
      socket.destroySoon()
    }
    let before = 0
    const endWhenStalled = () => {
      if (socket.bytesRead - before < minBytesPerPeriod) end()
      before = socket.bytesRead
    }
    const timer = routeOptions.config.upload ? setInterval(endWhenStalled, periodMs) : setTimeout(end, maxMs)
    raw.once('close', () => clearInterval(timer))
  })
}
