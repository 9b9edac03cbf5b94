import type { Db } from '#server/db.ts'
import { moment, type OwnRecord } from '#server/platform/personal-data/own-record.ts'

/** The person's newest thousand notifications. */
export async function ownNotifications(db: Db, accountId: number): Promise<OwnRecord[]> {
  const rows = await db
    .selectFrom('notifications')
    .select(['title', 'text', 'created_at', 'read_at'])
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .limit(1000)
    .execute()
  return rows.map((row) => ({
    kept: row,
    lines: [
      ['Уведомление', row.title],
      ['Текст', row.text],
      ['Когда', moment(row.created_at)],
    ],
  }))
}

/** The person's choices of notifications and channels. */
export async function ownNotificationChoices(db: Db, accountId: number): Promise<OwnRecord[]> {
  const rows = await db
    .selectFrom('notification_choices')
    .select(['kind', 'channel', 'wanted'])
    .where('account_id', '=', accountId)
    .orderBy('kind')
    .orderBy('channel')
    .execute()
  return rows.map((row) => ({
    kept: row,
    lines: [[`${row.kind}, ${row.channel}`, row.wanted ? 'писать' : 'не писать']],
  }))
}
