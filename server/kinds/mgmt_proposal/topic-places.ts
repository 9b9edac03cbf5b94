import { sql } from 'kysely'
import type { Db, Tx } from '#server/db.ts'

/**
 * Every handed-in work holds a place in its topic until it is withdrawn or refused. A returned work keeps its place.
 * `w` is a work.
 */
export const holdsPlace = sql<boolean>`(w.topic is not null and not exists (
  select from stage_facts f where f.stage_id = w.stage_id and f.account_id = w.account_id and f.failed_at is not null))`

/** How many places of each topic are taken, by the code of the topic; without those of `except`. */
export async function takenPlaces(db: Db | Tx, stageId: number, except = 0): Promise<Map<string, number>> {
  const { rows } = await sql<{ topic: string; taken: number }>`
    select w.topic, count(*)::int as taken from works w
    where w.stage_id = ${stageId} and w.account_id is distinct from ${except} and ${holdsPlace}
    group by w.topic`.execute(db)
  return new Map(rows.map(({ topic, taken }) => [topic, taken]))
}

/** Whether the topic has a place for one more work. Hand-ins of one stage that take places wait for each other. */
export async function hasPlace(
  tx: Tx,
  { stageId, accountId }: { stageId: number; accountId: number },
  { code, limit }: { code: string; limit: number },
): Promise<boolean> {
  if (limit === 0) return true
  await sql`select pg_advisory_xact_lock(hashtextextended('topic', ${stageId}))`.execute(tx)
  return ((await takenPlaces(tx, stageId, accountId)).get(code) ?? 0) < limit
}
