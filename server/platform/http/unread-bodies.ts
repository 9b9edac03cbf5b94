import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'

/** More than the largest upload, so that a browser, which sends all of it before it reads, still gets the answer. */
const maxBytes = 32 * 1024 * 1024
const maxMs = 10_000

export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'

/**
 * Closes the connection of a call that is answered before its body has come, for example a refused upload. The rest of
 * the body is discarded, and a sender of too much or for too long is cut off.
 */
export function closeUnreadBodies(app: FastifyInstance, limits = { maxBytes, maxMs }): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (!request.raw.complete && hasBody(request.raw)) {
      reply.header('Connection', 'close')
      lingerAfterAnswer(request.raw, limits)
    }
    done(null, payload)
  })
}

function lingerAfterAnswer(request: IncomingMessage, limits: { maxBytes: number; maxMs: number }): void {
  const { socket } = request
  const close = socket.destroySoon.bind(socket)
  // Node calls this once the answer is written. Closing at once, with bytes still coming in, would reset the
  // connection, and the answer could be lost.
  socket.destroySoon = () => {
    if (request.complete) return close()
    let left = limits.maxBytes
    const timer = setTimeout(() => socket.destroy(), limits.maxMs)
    socket.once('close', () => clearTimeout(timer))
    socket.on('data', (chunk: Buffer) => {
      left -= chunk.length
      if (left < 0) socket.destroy()
    })
    socket.end()
    request.once('end', close)
    request.unpipe()
    request.resume()
  }
}
