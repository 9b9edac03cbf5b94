import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { FastifyHttpOptions, RawServerDefault } from 'fastify'

/** Answers the request and says true, or leaves it untouched for the router. */
export type Shortcut = (request: IncomingMessage, response: ServerResponse) => boolean

type Options = FastifyHttpOptions<RawServerDefault>

/**
 * Fastify's `serverFactory` with one answer given before the router. For the one call that is asked for more than all
 * others together: even an empty route costs Fastify more than that whole answer.
 */
export function answerBeforeRouter(shortcut: Shortcut): NonNullable<Options['serverFactory']> {
  return (route, options) => {
    const { http, keepAliveTimeout, requestTimeout, connectionTimeout } = options as Required<Options>
    const server = createServer(http ?? {}, (request, response) => {
      if (!shortcut(request, response)) route(request, response)
    })
    // What Fastify sets on a server that it makes itself.
    server.keepAliveTimeout = keepAliveTimeout
    server.requestTimeout = requestTimeout
    server.setTimeout(connectionTimeout)
    return server
  }
}
