import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify'
import type { TSchema } from 'typebox'
import { isReadOnly } from '#server/platform/db/errors.ts'
import { isAct } from '#shared/platform/api/is-act.ts'
import { limits } from '#shared/platform/api/limits.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { type Access, type AdminFlag, adminFlags, type RouteMap, type RouteSpec } from '#shared/platform/api/route.ts'
import { viewHeader } from '#shared/platform/api/view-header.ts'
import { eventsType } from './event-stream.ts'
import type { Call, Caller, Handlers } from './handler.ts'
import { type Consume, clientKey } from './limits.ts'
import { refuseOtherCompetitions, requireNamedCompetition } from './named-competition.ts'
import { refuseUnstorable } from './refuse-unstorable.ts'
import { routeRefusals } from './route-refusals.ts'

/** What the platform needs from the domains to answer a call. */
export interface Gatekeeping {
  authenticate(token: string): Promise<Caller | null>
  checkCaptcha(token: string | undefined, ip: string): Promise<void>
  consume: Consume
  /** The person as whom the caller looks at the portal in this view; null once the view is over. */
  viewAs(viewId: string, caller: Caller | null): Promise<Caller | null>
  /** Called when a handler has finished, before its answer is sent. */
  done(key: string, caller: Caller | null): void
  /** Runs a call of a person, of whom the account stays open until the end of each of its transactions. */
  whileOpen<Answer>(accountId: number, run: () => Promise<Answer>): Promise<Answer>
  /** Runs an act once per key and caller. `request` is its content. */
  actOnce<Answer>(
    act: { accountId: number; key: string; request: unknown },
    run: () => Promise<Answer>,
  ): Promise<Answer>
  /** The present time. While the clock of this process may be wrong, the time is measured first. */
  now(): Date | Promise<Date>
}

const defaultBodyLimit = 64 * 1024
/** Content type of a body with the next piece of a file: https://tus.io/protocols/resumable-upload */
export const piecesType = 'application/offset+octet-stream'

/**
 * Whether this caller may use a route with this access. The competitions of a flag are checked once the call is read.
 */
export function allows(access: Access, caller: Caller | null): boolean {
  if (access === 'public') return true
  if (!caller) return false
  if (access === 'participant') return true
  if (access === 'mentor') return caller.isMentor
  if (access === 'assessor') return caller.isAssessor || (caller.flags.assessment !== undefined && caller.mayOrganise)
  return caller.flags[access as AdminFlag] !== undefined
}

/** Mounts every route of the contract. A route without a handler stops the start. */
export function mountRoutes<S>(
  app: FastifyInstance,
  routes: RouteMap,
  handlers: Handlers<RouteMap, S>,
  services: S,
  gate: Gatekeeping,
  /** The services for an organiser who looks at the portal as a participant: they cannot write. */
  readOnly: S = services,
): void {
  for (const [key, spec] of Object.entries(routes) as [keyof RouteMap, RouteSpec][]) {
    const handler = handlers[key]
    if (!handler) throw new Error(`no handler for ${key}`)
    requireNamedCompetition(key, spec)
    const [method = '', url = ''] = key.split(' ')
    app.route({
      method,
      url,
      bodyLimit: spec.bodyLimit ?? defaultBodyLimit,
      config: { key, access: spec.access, upload: spec.upload },
      schema: schemaOf(method, url, spec),
      onRequest: (request) => admit(request, { key, spec, gate }),
      preHandler: async (request) => {
        refuseUnstorable(request.params)
        refuseUnstorable(request.query)
        if (!spec.upload) refuseUnstorable(request.body)
        refuseOtherCompetitions(spec, request)
        if (spec.captcha) await gate.checkCaptcha(header(request, 'x-captcha-token'), request.ip)
      },
      handler: async (request, reply) => {
        if (spec.status && !spec.download) reply.code(spec.status)
        const looksOn = request.caller?.viewer !== undefined
        const answer = looksOn
          ? await onlyReading(async () => handler(callOf(request, reply), readOnly))
          : await whileOpen(request, { key, spec, gate }, async () => handler(callOf(request, reply), services))
        gate.done(key, request.caller)
        // A download and events are sent by their handler.
        if (spec.download || spec.events || reply.sent) return reply
        if (spec.response === null) return reply.code(204).send()
        return answer
      },
    })
  }
}

const captchaHeader = {
  type: 'object',
  properties: {
    'X-Captcha-Token': { type: 'string', description: 'Ответ капчи; нужен, когда /app/config её называет' },
  },
}

function schemaOf(method: string, url: string, spec: RouteSpec): FastifySchema {
  const params = spec.params ?? defaultParams(url)
  const success = spec.status ?? (spec.response === null && !spec.download ? 204 : 200)
  return {
    summary: spec.summary,
    operationId: [method.toLowerCase(), ...(url.match(/\w+/g) ?? [])].join('_'),
    ...{ 'x-refusals': routeRefusals(`${method} ${url}`, spec) },
    tags: [url.split('/')[1] ?? ''],
    ...(params ? { params } : {}),
    querystring: spec.query ?? { type: 'object', properties: {} },
    ...(spec.captcha ? { headers: captchaHeader } : {}),
    ...(spec.body ? { body: spec.body } : {}),
    ...(spec.download ? { produces: ['application/octet-stream'] } : {}),
    ...(spec.upload ? { consumes: [spec.upload === true ? 'multipart/form-data' : piecesType] } : {}),
    security: spec.access === 'public' ? [] : [{ token: [] }],
    response: {
      ...(spec.response ? { [success]: spec.events ? inEvents(spec.response) : spec.response } : {}),
      ...(success === 204 ? { 204: { type: 'null' } } : {}),
      ...(spec.download ? { [success]: { type: 'string', format: 'binary' } } : {}),
      ...(spec.orResponds ? { [spec.orResponds.status]: spec.orResponds.response } : {}),
    },
  }
}

/** The schema of an event as the answer of a route that sends events. */
const inEvents = (schema: TSchema) => ({ description: 'События', content: { [eventsType]: { schema } } })

function defaultParams(url: string) {
  const names = [...url.matchAll(/:(\w+)/g)].map((match) => match[1] ?? '')
  if (names.length === 0) return null
  const text = { type: 'string', minLength: 1, maxLength: 128 }
  return { type: 'object', properties: Object.fromEntries(names.map((n) => [n, text])), required: names } as never
}

const isOrganisers = (access: Access) => (adminFlags as readonly string[]).includes(access)

async function admit(request: FastifyRequest, { key, spec, gate }: Mounted): Promise<void> {
  request.receivedAt = await gate.now()
  const token = header(request, 'x-token')
  request.caller = token === undefined ? null : await gate.authenticate(token)
  const view = header(request, viewHeader.toLowerCase())
  if (view !== undefined) {
    request.caller = await gate.viewAs(view, request.caller)
    if (!request.caller) throw new Refusal('view_over')
    if ((request.method !== 'GET' && !spec.onlyReads) || spec.download || spec.ownOnly) throw new Refusal('view_only')
  }
  if (spec.access !== 'public' && !request.caller) throw new Refusal('unauthorized')
  if (!allows(spec.access, request.caller)) throw new Refusal('no_access')
  if (isOrganisers(spec.access) && !request.caller?.mayOrganise) throw new Refusal('second_factor_required')
  // Before the body is read: a parser for another type would read a whole file into memory.
  if (uploadIn(request) !== spec.upload) throw new Refusal('unsupported_media_type')
  for (const name of [spec.limit ?? []].flat()) {
    const byAccount = limits[name].by === 'account' && request.caller
    await gate.consume(
      name,
      byAccount ? `a${request.caller?.viewer ?? request.caller?.accountId}` : clientKey(request.ip),
      request.caller && (spec.keyed || isAct(key)) ? keyOf(request) : undefined,
    )
  }
}

interface Mounted {
  key: keyof RouteMap
  spec: RouteSpec
  gate: Gatekeeping
}

/** A call of an open account. An act of staff that came with a key is done once. */
function whileOpen<Answer>(request: FastifyRequest, { key, spec, gate }: Mounted, run: () => Promise<Answer>) {
  const { caller, params, query, body } = request
  if (!caller) return run()
  const { accountId } = caller
  const idempotencyKey = keyOf(request)
  const isOnce = isAct(key) && !spec.onlyReads && !spec.download && !spec.upload
  return gate.whileOpen(accountId, () =>
    isOnce && idempotencyKey !== undefined
      ? gate.actOnce({ accountId, key: idempotencyKey, request: [key, params, query, body] }, run)
      : run(),
  )
}

/** The database refuses a read that also writes, such as that of a test's next question: this becomes `view_only`. */
async function onlyReading<Answer>(read: () => Promise<Answer>): Promise<Answer> {
  try {
    return await read()
  } catch (error) {
    throw isReadOnly(error) ? new Refusal('view_only') : error
  }
}

function uploadIn(request: FastifyRequest): RouteSpec['upload'] {
  const type = header(request, 'content-type') ?? ''
  if (/^multipart\/form-data\b/i.test(type)) return true
  return type === piecesType ? 'pieces' : undefined
}

function callOf(request: FastifyRequest, reply: FastifyReply): Call<never, never, never, never> {
  return {
    params: request.params as never,
    query: request.query as never,
    body: request.body as never,
    caller: request.caller as never,
    receivedAt: request.receivedAt,
    ip: request.ip,
    userAgent: header(request, 'user-agent') ?? '',
    idempotencyKey: keyOf(request),
    request,
    reply,
  }
}

const keyOf = (request: FastifyRequest) => header(request, 'idempotency-key')?.slice(0, 128)

function header(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name]
  return Array.isArray(value) ? value[0] : value
}

declare module 'fastify' {
  interface FastifyRequest {
    receivedAt: Date
    caller: Caller | null
  }
  interface FastifyContextConfig {
    key?: string
    access?: Access
    upload?: RouteSpec['upload']
  }
}
