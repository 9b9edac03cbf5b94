import type { Db } from '#server/db.ts'
import type { OwnRecord } from '#server/platform/personal-data/own-record.ts'

/** The marks and comments that the person gave to works of others. The authors are not part of the person's data. */
export async function ownPeerMarks(db: Db, accountId: number): Promise<OwnRecord[]> {
  const rows = await db
    .selectFrom('peer_tasks as t')
    .innerJoin('stages as s', 's.id', 't.stage_id')
    .select(['s.title', 's.competition_code', 't.marks', 't.draft', 't.comment', 't.total', 't.done_at'])
    .where('t.rater_id', '=', accountId)
    .orderBy('t.id')
    .execute()
  return rows.map((row) => ({
    kept: row,
    lines: [
      ['Этап', row.title],
      ['Ваша оценка', row.total === null ? 'не сдана' : `${String(row.total).replace('.', ',')} из 100`],
      ['Комментарий автору', row.draft?.comment ?? row.comment],
    ],
  }))
}
