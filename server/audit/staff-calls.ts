import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Services } from '#server/services.ts'
import type { Access, RouteSpec } from '#shared/api/route.ts'
import { routes } from '#shared/routes.ts'
import { noRow } from './no-row.ts'
import { auditedCall } from './record-audit.ts'

declare module 'fastify' {
  interface FastifyRequest {
    audited: { recorded: boolean } | null
  }
}

/** Whether a call of this route is an act of staff: of an organiser, a judge, a mentor or a mentor's assistant. */
export const isOfStaff = (key: string, access: Access): boolean =>
  access === 'participant' ? key.includes(' /assistants/') : access !== 'public'

/**
 * Leaves a row in the audit for every call of staff that has left none of its own: looks at people and works,
 * downloads, and acts that changed nothing. The row is written before the answer goes out, so nothing is seen without
 * it. Register this before the routes.
 */
export function auditStaffCalls(app: FastifyInstance, { db }: Pick<Services, 'db'>): void {
  app.decorateRequest('audited', null)
  app.addHook('preHandler', (request, _reply, done) => {
    const { key = '', access = 'public' } = request.routeOptions.config
    if (!isOfStaff(key, access) || key in noRow) return done()
    request.audited = { recorded: false }
    auditedCall.run(request.audited, done)
  })
  app.addHook('onSend', async (request, reply) => {
    const { audited, caller } = request
    if (!audited || audited.recorded || !caller || reply.statusCode >= 400) return
    audited.recorded = true
    await leaveRow(db, request, caller.viewer ?? caller.accountId)
  })
}

/** A look at the same thing leaves one row an hour, so that paging and polling do not fill the audit. */
async function leaveRow(db: Services['db'], request: FastifyRequest, actorId: number): Promise<void> {
  const key = request.routeOptions.config.key as keyof typeof routes
  const spec: RouteSpec = routes[key]
  const looks = key.startsWith('GET ') || spec.onlyReads === true
  const { competition, code, ...rest } = request.params as Record<string, string>
  const asked = { ...(request.query as object), ...(request.body as object) } as Record<string, unknown>
  const named = competition ?? asked.competition_code ?? asked.competition
  const detail = JSON.stringify({
    ...(typeof named === 'string' && { competition: named }),
    ...(code !== undefined && { stage: code }),
    ...rest,
    route: key,
    summary: spec.summary,
  })
  const action = looks ? 'looked' : 'acted'
  const subject = subjectOf(request.params as Record<string, string>, key)
  await sql`insert into audit (actor_id, action, subject, detail)
    select ${actorId}::int, ${action}::text, ${subject}::text, ${detail}::jsonb
    ${
      looks
        ? sql`where not exists (select from audit where actor_id = ${actorId}::int and action = 'looked'
      and subject = ${subject} and detail = ${detail}::jsonb and at > clock_timestamp() - interval '1 hour')`
        : sql``
    }`.execute(db)
}

/** Whom or what the call is about: a person by the public number, otherwise the innermost thing of the address. */
function subjectOf({ competition, code, ...params }: Record<string, string>, key: string): string {
  const person = params.test_id ?? params.user_id
  if (person !== undefined) return `person:${person}`
  const [name, value] = Object.entries(params).at(-1) ?? []
  if (name !== undefined) return `${name.replace(/_id$/, '')}:${value}`
  if (code !== undefined) return `stage:${competition}/${code}`
  return competition === undefined ? key.slice(key.indexOf('/')) : `competition:${competition}`
}
