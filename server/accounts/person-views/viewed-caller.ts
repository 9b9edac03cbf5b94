import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db.ts'
import type { Caller } from '#server/platform/http/handler.ts'
import type { Services } from '#server/services.ts'

const shapeOfId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Whether the account takes part in no other competitions; an empty list means all competitions. */
const withinHisOwn = (account: RawBuilder<unknown>, competitions: readonly string[]) => sql<boolean>`(
  cardinality(${[...competitions]}::text[]) = 0 or not exists (select from participations p
    where p.account_id = ${account} and p.competition_code <> all(${[...competitions]}::text[])))`

/** The person must take part in no other competitions, because a view shows all competitions of the person. */
export async function onlyTakesPartIn(db: Db, accountId: number, competitions: readonly string[]): Promise<boolean> {
  const { rows } = await sql<{ within: boolean }>`
    select ${withinHisOwn(sql`${accountId}::integer`, competitions)} as within`.execute(db)
  return rows[0]?.within ?? false
}

/**
 * The viewed person as a caller, without any rights of an organiser, a mentor or a judge. Null when the view has ended,
 * belongs to another session, or when the organiser has lost the right to it.
 */
export async function viewedCaller(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  viewId: string,
  actor: Caller | null,
): Promise<Caller | null> {
  const competitions = actor?.mayOrganise ? actor.flags.participants : undefined
  if (!actor || !competitions || !shapeOfId.test(viewId)) return null
  const { rows } = await sql<{ account_id: number; ends_at: Date }>`
    select v.account_id, v.ends_at from person_views v join accounts a on a.id = v.account_id
    where v.session_id = ${actor.sessionId} and v.id = ${viewId}::uuid and v.ends_at > ${clock()}::timestamptz
      and a.disabled_at is null
      and (cardinality(${competitions}::text[]) = 0 or v.competition_code = any(${competitions}::text[]))
      and ${withinHisOwn(sql`v.account_id`, competitions)}`.execute(db)
  const [view] = rows
  if (!view) return null
  return {
    accountId: view.account_id,
    sessionId: actor.sessionId,
    until: Math.min(actor.until, view.ends_at.getTime()),
    flags: {},
    mayOrganise: false,
    isMentor: false,
    isAssessor: false,
    viewer: actor.accountId,
  }
}
