import type { Db } from '#server/db.ts'
import { moment, type OwnRecord } from '#server/platform/personal-data/own-record.ts'

/** Broadcasts of organisers that the person has received. */
export async function ownBroadcasts(db: Db, accountId: number): Promise<OwnRecord[]> {
  const rows = await db
    .selectFrom('broadcast_recipients as r')
    .innerJoin('broadcasts as b', 'b.id', 'r.broadcast_id')
    .select(['b.title', 'b.text', 'r.at', 'r.on_portal', 'r.by_letter'])
    .where('r.account_id', '=', accountId)
    .orderBy('r.at')
    .execute()
  return rows.map((row) => ({
    kept: row,
    lines: [
      ['Тема', row.title],
      ['Текст', row.text],
      ['Когда', moment(row.at)],
      [
        'Как',
        [row.on_portal && 'на портале', row.by_letter && 'письмом'].filter(Boolean).join(', ') || 'не доставлено',
      ],
    ],
  }))
}
