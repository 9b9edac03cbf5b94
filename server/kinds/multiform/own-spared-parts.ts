import type { Db } from '#server/db.ts'
import type { OwnRecord } from '#server/platform/personal-data/own-record.ts'

/** Parts that the person need not do, because they were added after all others were handed in. */
export async function ownSparedParts(db: Db, accountId: number): Promise<OwnRecord[]> {
  const rows = await db
    .selectFrom('multiform_spared as m')
    .innerJoin('stages as s', 's.id', 'm.stage_id')
    .select(['s.title', 's.competition_code'])
    .where('m.account_id', '=', accountId)
    .orderBy('m.stage_id')
    .execute()
  return rows.map((row) => ({ kept: row, lines: [['Заполнять не нужно', row.title]] }))
}
