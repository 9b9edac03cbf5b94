import { sql } from 'kysely'
import type { Db } from '#server/db.ts'
import { fullName } from '#shared/people/full-name.ts'
import type { StageChange } from '#shared/stage-editing/stage-changes.ts'
import { formatWire } from '#shared/time/moscow.ts'

/** Who changed what in a competition, the latest first. */
export async function listAudit(db: Db, competition: string, { limit, offset }: { limit: number; offset: number }) {
  const ofCompetition = db.selectFrom('audit as a').where(sql`a.detail ->> 'competition'`, '=', competition)
  const rows = await ofCompetition
    .leftJoin('accounts', 'accounts.id', 'a.actor_id')
    .select(['a.id', 'a.at', 'a.action', 'a.detail', 'accounts.first_name', 'accounts.last_name'])
    .orderBy('a.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  const { count } = await ofCompetition.select((eb) => eb.fn.countAll<string>().as('count')).executeTakeFirstOrThrow()
  const acts = rows.map(({ id, at, action, detail, ...person }) => ({
    id,
    at: formatWire(at),
    by: fullName(person),
    action,
    stage: typeof detail.stage === 'string' ? detail.stage : null,
    changes: Array.isArray(detail.changes) ? (detail.changes as StageChange[]) : [],
  }))
  return { acts, count: Number(count) }
}
