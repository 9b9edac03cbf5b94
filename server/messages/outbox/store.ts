import { sql } from 'kysely'
import type { Db } from '#server/db.ts'

/** Messages of the demo, newest first. `to` is an address or a phone; case does not matter. */
export function demoMessages(db: Db, { to, limit }: { to?: string | undefined; limit: number }) {
  return db
    .selectFrom('outbox')
    .select(['recipient', 'channel', 'subject', 'text', 'code', 'created_at'])
    .$if(to !== undefined, (query) => query.where(sql`lower(recipient)`, '=', to?.toLowerCase() ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}
