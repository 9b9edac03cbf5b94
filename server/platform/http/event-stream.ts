import { PassThrough } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** https://html.spec.whatwg.org/multipage/server-sent-events.html */
export const eventsType = 'text/event-stream'

export interface EventStream {
  /** Sends one event. False when what was sent before has not gone out yet: then nothing is sent. */
  send(data: string): boolean
  /** Sends nothing that a reader sees, so that nobody between takes the connection for dead. False as above. */
  beat(): boolean
  end(): void
}

/**
 * Begins an answer of server-sent events. `onClose` is called once it has ended, whoever ended it. The connection ends
 * with it, so that a portal that closes waits for none.
 */
export function openEventStream(reply: FastifyReply, onClose: () => void): EventStream {
  const stream = new PassThrough()
  stream.once('close', onClose)
  // The reader may go away at any moment.
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
    // Asks a proxy such as nginx to hand on each event at once.
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
