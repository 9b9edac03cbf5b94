import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db.ts'
import type { Services } from '#server/services.ts'
import type { Access, RouteSpec } from '#shared/platform/api/route.ts'
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
  // Spares a statement; that there is one row an hour, in whichever process, is for the database to say.
  const seen = new Map<string, number>()
  const isKnown = (look: string, now: number) => {
    if (now - (seen.get(look) ?? Number.NEGATIVE_INFINITY) < rememberedMs) return true
    if (seen.size >= maxRemembered) seen.clear()
    seen.set(look, now)
    return false
  }
  app.addHook('preHandler', (request, _reply, done) => {
    const { key = '', access = 'public' } = request.routeOptions.config
    if (!isOfStaff(key, access) || key in noRow) return done()
    request.audited = { recorded: false }
    auditedCall.run(request.audited, done)
  })
  app.addHook('onSend', async (request, reply) => {
    const { audited, caller } = request
    if (!audited || audited.recorded || !caller || reply.statusCode >= 400) return
    // Whoever looks as somebody else only reads, and the view itself has left a row.
    if (caller.viewer !== undefined) return
    audited.recorded = true
    const row = rowOf(request, caller.accountId)
    const looks = row.action === 'looked'
    if (looks && isKnown(JSON.stringify(row), Date.now())) return
    await (looks ? leaveLook(db, row) : leaveAct(db, row))
  })
}

const rememberedMs = 10 * 60_000
const maxRemembered = 10_000

type Params = Record<string, string>

interface Row {
  actorId: number
  action: 'looked' | 'acted'
  subject: string
  /** JSON. Of the query nothing: an organiser may look for a name. */
  detail: string
  params: Params
}

function rowOf(request: FastifyRequest, actorId: number): Row {
  const key = request.routeOptions.config.key as keyof typeof routes
  const spec: RouteSpec = routes[key]
  const params = request.params as Params
  const { competition, code, ...rest } = params
  const asked = { ...(request.query as object), ...(request.body as object) } as Record<string, unknown>
  const named = competition ?? asked.competition_code ?? asked.competition
  const detail = JSON.stringify({
    ...(typeof named === 'string' && { competition: named }),
    ...(code !== undefined && { stage: code }),
    ...rest,
    route: key,
    summary: spec.summary,
  })
  const action = key.startsWith('GET ') || spec.onlyReads ? 'looked' : 'acted'
  return { actorId, action, subject: subjectOf(params, key), detail, params }
}

const insert = ({ actorId, action, subject, detail, params }: Row) => sql`
  insert into audit (actor_id, action, subject, detail)
  select ${actorId}::int, ${action}::text, ${subject}::text, ${detail}::jsonb || coalesce(${placeOf(params)}, '{}')`

const leaveAct = (db: Db, row: Row) => insert(row).execute(db)

/** A look at the same thing leaves one row an hour, so that paging and polling do not fill the audit. */
const leaveLook = (db: Db, row: Row) =>
  sql`${insert(row)} where not exists (
    select from audit where actor_id = ${row.actorId}::int and action = 'looked' and subject = ${row.subject}
      and detail @> ${row.detail}::jsonb and at > clock_timestamp() - interval '1 hour')`.execute(db)

/** The competition, the stage and the author of what the address names by a number alone. */
function placeOf({
  work_id: work,
  reading_id: reading,
  stage_id: stage,
  match_id: match,
  observation_id: observed,
  team_id: team,
}: Params) {
  const ofWork = (workId: RawBuilder<unknown>) => sql`(
    select jsonb_strip_nulls(jsonb_build_object('competition', s.competition_code, 'stage', s.code, 'person', a.test_id))
    from works w join stages s on s.id = w.stage_id left join accounts a on a.id = w.account_id where w.id = ${workId})`
  const at = (stageId: RawBuilder<unknown>) => sql`(
    select jsonb_build_object('competition', competition_code, 'stage', code) from stages where id = ${stageId})`
  if (work !== undefined) return ofWork(sql`${work}::int`)
  if (reading !== undefined) return ofWork(sql`(select work_id from readings where id = ${reading}::int)`)
  if (stage !== undefined) return at(sql`${stage}::int`)
  if (match !== undefined) return at(sql`(select stage_id from playoff_matches where id = ${match}::int)`)
  if (observed !== undefined) return at(sql`(select stage_id from team_observers where id = ${observed}::int)`)
  if (team !== undefined) return at(sql`(select stage_id from formed_teams where id = ${team}::int)`)
  return sql`null::jsonb`
}

/** Whom or what the call is about: a person by the public number, otherwise the innermost thing of the address. */
function subjectOf({ competition, code, ...params }: Params, key: string): string {
  const person = params.test_id ?? params.user_id
  if (person !== undefined) return `person:${person}`
  const [name, value] = Object.entries(params).at(-1) ?? []
  if (name !== undefined) return `${name.replace(/_id$/, '')}:${value}`
  if (code !== undefined) return `stage:${competition}/${code}`
  return competition === undefined ? key.slice(key.indexOf('/')) : `competition:${competition}`
}
