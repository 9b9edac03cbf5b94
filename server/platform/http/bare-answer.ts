import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { Refusal, type RefusalCode, refusals } from '#shared/platform/api/refusals.ts'
import { bodyOf } from './answer-refusal.ts'
import type { EveryAnswer } from './every-answer.ts'

/** A refusal that is written without a route. */
export function bareRefusal(code: RefusalCode, headers: EveryAnswer) {
  const body = bodyOf(new Refusal(code))
  const own = {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    Connection: 'close',
  }
  return { status: refusals[code], headers: { ...headers, ...own }, body }
}

/** This refusal as the text that is written to a connection. */
export function bareAnswer(code: RefusalCode, everyAnswer: EveryAnswer): string {
  const { status, headers, body } = bareRefusal(code, everyAnswer)
  const lines = Object.entries(headers).map((pair) => pair.join(': '))
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n')
}

const byFault: Record<string, RefusalCode> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'payload_too_large',
}

/** Answers input that cannot be read as a request, in place of the default texts of Node and Fastify. */
export const answerUnreadable = (headers: EveryAnswer) => (fault: NodeJS.ErrnoException, socket: Socket) => {
  if (fault.code !== 'ECONNRESET' && socket.writable)
    socket.write(bareAnswer(byFault[fault.code ?? ''] ?? 'invalid_request', headers))
  socket.destroySoon()
}
