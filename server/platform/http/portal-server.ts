import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { FastifyHttpOptions, RawServerDefault } from 'fastify'
import { bareRefusal } from './bare-answer.ts'
import { spellForwarded } from './client-address.ts'
import type { EveryAnswer } from './every-answer.ts'
import { followCertificate, type TlsFiles, tlsOptions } from './tls.ts'

/** Answers the request and returns true, or leaves it untouched for the router. */
export type Shortcut = (request: IncomingMessage, response: ServerResponse) => boolean

type Options = FastifyHttpOptions<RawServerDefault>

/**
 * A `serverFactory` for Fastify. Every answer of the router has these headers. `shortcut` answers the most frequent
 * call, because even an empty route of Fastify costs more than the whole answer; it writes the headers itself. With
 * `tls` the portal serves https by itself.
 */
export function portalServer(
  headers: EveryAnswer,
  shortcut: Shortcut | null,
  tls: { files: TlsFiles; onError: (error: unknown) => void } | null = null,
): NonNullable<Options['serverFactory']> {
  const pairs = Object.entries(headers)
  const refused = bareRefusal('invalid_request', headers)
  const refuse = (_request: IncomingMessage, response: ServerResponse) => {
    response.writeHead(refused.status, refused.headers).end(refused.body)
  }
  return (route, options) => {
    const { http, keepAliveTimeout, requestTimeout, connectionTimeout } = options as Required<Options>
    // Otherwise Node refuses a request without a host with a text of its own.
    const settings = { ...http, requireHostHeader: false }
    const answer = (request: IncomingMessage, response: ServerResponse) => {
      if (!namesOneHost(request)) return refuse(request, response)
      spellForwarded(request)
      if (shortcut?.(request, response)) return
      for (const [name, value] of pairs) response.setHeader(name, value)
      route(request, response)
    }
    const server = tls ? overTls(settings, tls) : createServer(settings)
    server.on('request', answer)
    server.on('checkExpectation', refuse)
    // Settings that Fastify applies only to a server of its own.
    server.keepAliveTimeout = keepAliveTimeout
    server.requestTimeout = requestTimeout
    server.setTimeout(connectionTimeout)
    return server
  }
}

function overTls(settings: object, { files, onError }: { files: TlsFiles; onError: (error: unknown) => void }): Server {
  const server = createTlsServer({ ...settings, ...tlsOptions(files), handshakeTimeout: 10_000 })
  followCertificate(server, files, onError)
  return server as unknown as Server
}

/** With two hosts, a proxy and the portal could each use a different one. HTTP/0.9 has no hosts. */
function namesOneHost({ httpVersion, rawHeaders }: IncomingMessage): boolean {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === 'host') hosts += 1
  return httpVersion === '1.1' ? hosts === 1 : httpVersion === '1.0' && hosts <= 1
}
