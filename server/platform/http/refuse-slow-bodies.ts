import type { FastifyInstance } from 'fastify'

/** As long as a request may take on the whole; Fastify's `requestTimeout`. 20 MB from the edge of a network take this. */
export const longestUploadMs = 900_000
const longestBodyMs = 10_000

/**
 * Ends calls whose body does not come: whoever sends a byte a second must not hold a connection for long. A file from a
 * phone does take minutes, and only someone who is logged in may send one.
 */
export function refuseSlowBodies(app: FastifyInstance, { mostMs = longestBodyMs } = {}): void {
  app.addHook('onRequest', async ({ raw, routeOptions }) => {
    const { 'content-length': length, 'transfer-encoding': encoding } = raw.headers
    if (routeOptions.config.upload || (encoding === undefined && (length === undefined || length === '0'))) return
    const timer = setTimeout(() => {
      if (!raw.complete)
        raw.socket.end('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
    }, mostMs)
    raw.once('close', () => clearTimeout(timer))
  })
}
