import type { FastifyInstance } from 'fastify'

/** The maximum time of a request, Fastify's `requestTimeout`: enough for 20 MB over a poor mobile network. */
export const maxUploadMs = 900_000
const maxBodyMs = 10_000

/**
 * Ends calls whose body arrives too slowly, so that a client that sends a byte a second cannot hold a connection for
 * long. A file from a phone can take minutes; only logged-in people may send one.
 */
export function refuseSlowBodies(app: FastifyInstance, { maxMs = maxBodyMs } = {}): void {
  app.addHook('onRequest', async ({ raw, routeOptions }) => {
    const { 'content-length': length, 'transfer-encoding': encoding } = raw.headers
    if (routeOptions.config.upload || (encoding === undefined && (length === undefined || length === '0'))) return
    const timer = setTimeout(() => {
      if (!raw.complete)
        raw.socket.end('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
    }, maxMs)
    raw.once('close', () => clearTimeout(timer))
  })
}
