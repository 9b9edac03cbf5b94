import type { Db } from '#server/db.ts'
import { moment, type OwnRecord } from '#server/platform/personal-data/own-record.ts'

/** Accounts of the person that were merged into this one, with what was set aside of them. */
export async function ownMerges(db: Db, accountId: number): Promise<OwnRecord[]> {
  const rows = await db
    .selectFrom('account_merges as m')
    .innerJoin('accounts as a', 'a.id', 'm.merged_id')
    .select(['a.test_id', 'a.email', 'a.phone', 'm.reason', 'm.set_aside', 'm.merged_at'])
    .where('m.account_id', '=', accountId)
    .orderBy('m.merged_at')
    .orderBy('m.merged_id')
    .execute()
  return rows.map((row) => ({
    kept: row,
    lines: [
      ['Номер другой учётной записи', String(row.test_id)],
      ['Её почта', row.email],
      ['Её телефон', row.phone ?? 'не указан'],
      ['Объединены', moment(row.merged_at)],
      ['Почему', row.reason],
      ['Отложено записей', String(Object.values(row.set_aside).reduce((sum, rows) => sum + rows.length, 0))],
    ],
  }))
}

/** Phone numbers that the account had before. */
export async function ownFormerPhones(db: Db, accountId: number): Promise<OwnRecord[]> {
  const rows = await db
    .selectFrom('former_phones')
    .select(['phone', 'until'])
    .where('account_id', '=', accountId)
    .orderBy('until')
    .orderBy('phone')
    .execute()
  return rows.map((row) => ({
    kept: row,
    lines: [
      ['Телефон', row.phone],
      ['Был указан до', moment(row.until)],
    ],
  }))
}
