import { sql } from 'kysely'
import type { Db } from '#server/db.ts'
import { formatWire } from '#shared/time/moscow.ts'
import { deviceName } from './device-name.ts'

/** The active sessions: this one first, then by last use. */
export async function listSessions(
  db: Db,
  of: { accountId: number; sessionId: string },
  { limit, offset }: { limit: number; offset: number },
  now: Date,
) {
  const rows = await db
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'created_at', 'last_seen_at', sql<string>`count(*) over ()`.as('count')])
    .where('account_id', '=', of.accountId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    // A session can be renewed only while one of its refresh tokens is valid.
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('refresh_tokens')
          .whereRef('session_id', '=', 'sessions.id')
          .where('refresh_tokens.expires_at', '>', now),
      ),
    )
    .orderBy(sql`id = ${of.sessionId}`, 'desc')
    .orderBy('last_seen_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute()
  return {
    sessions: rows.map((row) => ({
      id: row.id,
      device: deviceName(row.user_agent),
      created: formatWire(row.created_at),
      last_seen: formatWire(row.last_seen_at),
      current: row.id === of.sessionId,
    })),
    count: Number(rows[0]?.count ?? 0),
  }
}
