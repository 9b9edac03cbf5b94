import type { Db } from '#server/db.ts'
import { moment, type OwnRecord } from '#server/platform/personal-data/own-record.ts'
import { inPoints } from '#shared/review/cutoffs/letters.ts'

const words = { passed: 'прошли', waiting: 'в списке ожидания', failed: 'не прошли', none: 'без итога' }

/** The person's rows in published protocols. */
export async function ownProtocolRows(db: Db, accountId: number): Promise<OwnRecord[]> {
  const rows = await db
    .selectFrom('protocol_rows as r')
    .innerJoin('protocols as p', 'p.id', 'r.protocol_id')
    .innerJoin('stages as s', 's.id', 'p.stage_id')
    .select(['s.title', 's.competition_code', 'p.number', 'r.outcome', 'r.place', 'r.waiting', 'r.score', 'r.done_at'])
    .where('r.account_id', '=', accountId)
    .where('r.done_at', 'is not', null)
    .orderBy('p.id')
    .execute()
  return rows.map((row) => ({
    kept: row,
    lines: [
      ['Этап', row.title],
      ['Протокол', `№ ${row.number}`],
      ['Итог', words[row.outcome]],
      ['Место', row.place === null ? '' : String(row.place)],
      ['Балл', row.score === null ? '' : inPoints(Number(row.score))],
      ['Когда', row.done_at ? moment(row.done_at) : ''],
    ],
  }))
}
