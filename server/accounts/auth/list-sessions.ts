import { sql } from 'kysely'
import type { Db } from '#server/db.ts'
import { readPage } from '#server/platform/db/read-page.ts'
import type { Page } from '#shared/platform/api/page.ts'
import { formatWire } from '#shared/platform/time/moscow.ts'
import { deviceName } from './device-name.ts'

/** The active sessions: this one first, then by last use. */
export async function listSessions(db: Db, of: { accountId: number; sessionId: string }, page: Page, now: Date) {
  const active = db
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'created_at', 'last_seen_at'])
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
  const { rows, count } = await readPage(active, page)
  return {
    sessions: rows.map((row) => ({
      id: row.id,
      device: deviceName(row.user_agent),
      created: formatWire(row.created_at),
      last_seen: formatWire(row.last_seen_at),
      current: row.id === of.sessionId,
    })),
    count,
  }
}
