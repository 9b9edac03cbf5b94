import type { Db } from '#server/db.ts'
import { moment, type OwnRecord } from '#server/platform/personal-data/own-record.ts'

/** The names of the person's files. The files themselves are on the pages that use them. */
export async function ownFiles(db: Db, accountId: number): Promise<OwnRecord[]> {
  const rows = await db
    .selectFrom('files')
    .select(['name', 'type', 'size', 'created_at'])
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .execute()
  return rows.map((row) => ({
    kept: row,
    lines: [
      ['Файл', row.name],
      ['Размер', `${Math.ceil(row.size / 1024)} КБ`],
      ['Загружен', moment(row.created_at)],
    ],
  }))
}
