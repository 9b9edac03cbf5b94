import { sql } from 'kysely'
import type { Db } from '#server/db.ts'

/** Numbers of the rows that do not follow from the one before or do not match their own hash; empty for a sound chain. */
export async function brokenLinks(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from (
      select id, hash, previous_hash,
        audit_hash(id, at, actor_id, action, subject, detail, previous_hash) as expected,
        lag(hash, 1, ''::bytea) over (order by id) as hash_before,
        lag(id, 1, 0::bigint) over (order by id) as id_before
      from audit
    ) as links
    where hash <> expected or previous_hash <> hash_before or id <> id_before + 1
    order by id`.execute(db)
  return rows.map(({ id }) => id)
}
