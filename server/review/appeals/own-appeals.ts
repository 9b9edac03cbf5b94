import type { Db } from '#server/db.ts'
import { moment, type OwnRecord } from '#server/platform/personal-data/own-record.ts'

const answers = {
  kept: 'решение осталось прежним',
  passed: 'новое решение: этап пройден',
  failed: 'новое решение: этап не пройден',
}

/** The appeals that the person has written, with their answers. */
export async function ownAppeals(db: Db, accountId: number): Promise<OwnRecord[]> {
  const rows = await db
    .selectFrom('appeals as p')
    .innerJoin('works as w', 'w.id', 'p.work_id')
    .innerJoin('stages as s', 's.id', 'w.stage_id')
    .select(['s.title', 's.competition_code', 'p.text', 'p.filed_at', 'p.outcome', 'p.answer', 'p.answered_at'])
    .where('p.account_id', '=', accountId)
    .orderBy('p.id')
    .execute()
  return rows.map((row) => ({
    kept: row,
    lines: [
      ['Этап', row.title],
      ['Апелляция', row.text],
      ['Подана', moment(row.filed_at)],
      ['Ответ', row.outcome === null ? 'ещё не рассмотрена' : `${answers[row.outcome]}. ${row.answer ?? ''}`],
      ['Рассмотрена', moment(row.answered_at)],
    ],
  }))
}
