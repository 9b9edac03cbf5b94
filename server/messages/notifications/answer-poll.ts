import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { verifyAccessToken } from '#server/platform/http/access-token.ts'
import type { EveryAnswer } from '#server/platform/http/every-answer.ts'
import type { Shortcut } from '#server/platform/http/portal-server.ts'
import type { Services } from '#server/services.ts'
import type { PollMemory, Reading, Remembered } from './poll-memory.ts'

/** The exact request of every open page. Any other spelling is answered from the database, with equal contents. */
export const pollPath = '/api/v3/user/notifications?status=unread&limit=10&offset=0'

const isPoll = ({ method, url }: { method?: string | undefined; url?: string | undefined }) =>
  url === pollPath && method === 'GET'

/** Answers the poll from memory, with exactly the bytes that the router would send. */
export function pollShortcut(memory: PollMemory, clock: Services['clock'], everyAnswer: EveryAnswer): Shortcut {
  const headers = [...Object.entries(everyAnswer).flat(), ...ownHeaders]
  return (request, response) => {
    if (!isPoll(request)) return false
    const { 'x-token': token, 'if-none-match': etag, 'x-view': view, ...rest } = request.headers
    if (view !== undefined) return false
    if (typeof token !== 'string' || rest['content-length'] !== undefined || rest['transfer-encoding'] !== undefined)
      return false
    const known = memory.find(token, clock().getTime())
    if (known === null) return false
    if (etag === known.etag) {
      response.writeHead(304, [...headers, 'etag', known.etag])
      response.end()
      return true
    }
    // Polls with lists of etags, weak etags or `*` are left to the router.
    if (etag !== undefined || known.body === null) return false
    response.writeHead(200, [...headers, ...contentOf(known)])
    response.end(known.body, 'latin1')
    return true
  }
}

const ownHeaders = [
  'cache-control',
  'no-store',
  'referrer-policy',
  'no-referrer',
  'cross-origin-resource-policy',
  'same-origin',
]
const contentOf = ({ etag, body }: Remembered) => [
  'content-type',
  'application/json; charset=utf-8',
  'etag',
  etag,
  'content-length',
  String(body?.length),
]

/**
 * Gives the router's answers to the poll an etag and stores them for the shortcut. Register it on the whole
 * application.
 */
export function rememberPolls(app: FastifyInstance, memory: PollMemory, services: Services): void {
  const readings = new WeakMap<FastifyRequest, Reading>()

  app.addHook('onRequest', async (request) => {
    const token = request.headers['x-token']
    if (!isPoll(request.raw) || typeof token !== 'string') return
    const now = services.clock()
    // Begun before authentication queries the database: a session revoked after this point makes the read invalid.
    const claims = await verifyAccessToken(services.config, token, now)
    const reading = claims && memory.begin(claims.accountId, now.getTime())
    if (reading) readings.set(request, reading)
  })

  app.addHook('onSend', async (request, reply, payload) => {
    if (!isPoll(request.raw) || reply.statusCode !== 200 || typeof payload !== 'string') return payload
    const etag = `"${createHash('sha256').update(payload).digest('base64url').slice(0, 16)}"`
    const { caller } = request
    const reading = readings.get(request)
    if (caller && reading && reading.person.accountId === caller.accountId) {
      const body = Buffer.from(payload).toString('latin1')
      const now = services.clock().getTime()
      memory.keep(reading, request.headers['x-token'] as string, { etag, body, until: caller.until, now })
    }
    reply.header('etag', etag)
    if (!names(request.headers['if-none-match'], etag)) return payload
    reply.code(304)
    reply.removeHeader('content-type')
    return null
  })
}

/** Whether an If-None-Match matches this etag. Weak etags match as well. */
const names = (header: string | undefined, etag: string): boolean =>
  (header ?? '').split(',').some((one) => one.trim().replace(/^W\//, '') === etag || one.trim() === '*')
