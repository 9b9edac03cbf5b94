import { PassThrough } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** https://html.spec.whatwg.org/multipage/server-sent-events.html */
export const eventsType = 'text/event-stream'

export interface EventStream {
  /** Sends one event. While earlier data is still waiting to go out, it sends nothing and returns false. */
  send(data: string): boolean
  /** Sends an empty comment, so that no proxy takes the connection for dead. Returns false as `send` does. */
  beat(): boolean
  end(): void
}

/**
 * Begins an answer of server-sent events. `onClose` is called when it has ended, from either side. The connection ends
 * with it, so that a portal that stops does not wait for it.
 */
export function openEventStream(reply: FastifyReply, onClose: () => void): EventStream {
  const stream = new PassThrough()
  stream.once('close', onClose)
  // The reader may disconnect at any moment.
  stream.on('error', () => {})
  const write = (text: string) => {
    if (stream.writableEnded || stream.destroyed || stream.readableLength + stream.writableLength > 0) return false
    stream.write(text)
    return true
  }
  reply.headers({
    'Content-Type': `${eventsType}; charset=utf-8`,
    'Cache-Control': 'no-store',
    Connection: 'close',
    // Tells a proxy such as nginx to pass each event on at once.
    'X-Accel-Buffering': 'no',
  })
  reply.send(stream)
  return {
    // JSON has no line breaks, so one line holds all of it.
    send: (data) => write(`data: ${data}\n\n`),
    beat: () => write(':\n\n'),
    end: () => stream.end(),
  }
}
