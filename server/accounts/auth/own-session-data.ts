import type { Db } from '#server/db.ts'
import { moment, type OwnRecord } from '#server/platform/personal-data/own-record.ts'
import { deviceName } from './device-name.ts'

/** The person's newest thousand sessions. */
export async function ownSessions(db: Db, accountId: number): Promise<OwnRecord[]> {
  const rows = await db
    .selectFrom('sessions')
    .select(['user_agent', 'ip', 'created_at', 'last_seen_at', 'revoked_at'])
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .limit(1000)
    .execute()
  return rows.map((row) => ({
    kept: row,
    lines: [
      ['Устройство', deviceName(row.user_agent)],
      ['Вход', `${moment(row.created_at)}, с адреса ${row.ip}`],
      ['Последняя активность', moment(row.last_seen_at)],
    ],
  }))
}
