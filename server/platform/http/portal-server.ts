import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { FastifyHttpOptions, RawServerDefault } from 'fastify'
import { bareRefusal } from './bare-answer.ts'
import type { EveryAnswer } from './every-answer.ts'

/** Answers the request and returns true, or leaves it untouched for the router. */
export type Shortcut = (request: IncomingMessage, response: ServerResponse) => boolean

type Options = FastifyHttpOptions<RawServerDefault>

/**
 * A `serverFactory` for Fastify. Every answer of the router has these headers. `shortcut` is for the most frequent call,
 * because even an empty route costs Fastify more than its whole answer; it writes the headers itself.
 */
export function portalServer(headers: EveryAnswer, shortcut: Shortcut | null): NonNullable<Options['serverFactory']> {
  const pairs = Object.entries(headers)
  const refused = bareRefusal('invalid_request', headers)
  const refuse = (_request: IncomingMessage, response: ServerResponse) => {
    response.writeHead(refused.status, refused.headers).end(refused.body)
  }
  return (route, options) => {
    const { http, keepAliveTimeout, requestTimeout, connectionTimeout } = options as Required<Options>
    // Node would refuse a request without a host in its own words.
    const server = createServer({ ...http, requireHostHeader: false }, (request, response) => {
      if (!namesOneHost(request)) return refuse(request, response)
      if (shortcut?.(request, response)) return
      for (const [name, value] of pairs) response.setHeader(name, value)
      route(request, response)
    })
    server.on('checkExpectation', refuse)
    // Settings that Fastify gives to its own server.
    server.keepAliveTimeout = keepAliveTimeout
    server.requestTimeout = requestTimeout
    server.setTimeout(connectionTimeout)
    return server
  }
}

/** With two hosts a proxy and the portal could each read another one. HTTP/0.9 knows none. */
function namesOneHost({ httpVersion, rawHeaders }: IncomingMessage): boolean {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === 'host') hosts += 1
  return httpVersion === '1.1' ? hosts === 1 : httpVersion === '1.0' && hosts <= 1
}
