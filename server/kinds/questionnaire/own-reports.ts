import type { Db } from '#server/db.ts'
import { moment, type OwnRecord } from '#server/platform/personal-data/own-record.ts'
import { reportLines } from './report-lines.ts'

/** The person's published reports. Other scores are not included: they belong to the method. */
export async function ownReports(db: Db, accountId: number): Promise<OwnRecord[]> {
  const rows = await db
    .selectFrom('questionnaire_results as r')
    .innerJoin('questionnaire_reports as p', 'p.stage_id', 'r.stage_id')
    .innerJoin('stages as s', 's.id', 'r.stage_id')
    .innerJoin('questionnaire_keys as k', (join) =>
      join.onRef('k.stage_id', '=', 'r.stage_id').onRef('k.form_version', '=', 'r.form_version'),
    )
    .select(['s.title', 's.competition_code', 'r.scored_at', 'r.scales', 'k.keys'])
    .where('r.account_id', '=', accountId)
    .orderBy('r.hand_in_id')
    .execute()
  return rows.map(({ scales, keys, ...row }) => {
    const report = reportLines(scales, keys)
    return { kept: { ...row, report }, lines: [['Этап', row.title], ['Подсчитано', moment(row.scored_at)], ...report] }
  })
}
