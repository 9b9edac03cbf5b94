import type { Db } from '#server/db.ts'
import { moment, type OwnRecord } from '#server/platform/personal-data/own-record.ts'

const words = { annotation: 'Публикация аннотации', agency: 'Передача предложения ведомству' }

/** The uses of proposals that the person has allowed, and when the consent was withdrawn. */
export async function ownUseConsents(db: Db, accountId: number): Promise<OwnRecord[]> {
  const rows = await db
    .selectFrom('work_consents as c')
    .innerJoin('stages as s', 's.id', 'c.stage_id')
    .select(['s.title', 's.competition_code', 'c.purpose', 'c.given_at', 'c.ip', 'c.withdrawn_at'])
    .where('c.account_id', '=', accountId)
    .orderBy('c.id')
    .execute()
  return rows.map((row) => ({
    kept: row,
    lines: [
      ['Этап', row.title],
      ['На что', words[row.purpose]],
      ['Согласие дано', moment(row.given_at)],
      ['Отозвано', row.withdrawn_at ? moment(row.withdrawn_at) : 'не отозвано'],
    ],
  }))
}
