import type { Db } from '#server/db.ts'
import { moment, type OwnRecord } from '#server/platform/personal-data/own-record.ts'

/** The person's reports. The marks that they gave are stored without their name, so they are not included. */
export async function ownTeamMarks(db: Db, accountId: number): Promise<OwnRecord[]> {
  const reports = await db
    .selectFrom('stage_facts as f')
    .innerJoin('stages as s', 's.id', 'f.stage_id')
    .leftJoin('team_mark_reports as r', (join) =>
      join.onRef('r.stage_id', '=', 'f.stage_id').onRef('r.account_id', '=', 'f.account_id'),
    )
    .select(['s.title', 's.competition_code', 'f.submitted_at', 'r.raters', 'r.report', 'r.score', 'r.words'])
    .where('f.account_id', '=', accountId)
    .where('s.type', '=', 'teams_evaluation')
    .orderBy('s.id')
    .execute()
  const observed = await db
    .selectFrom('team_observers as o')
    .innerJoin('stages as s', 's.id', 'o.stage_id')
    .innerJoin('formed_teams as t', 't.id', 'o.team_id')
    .select(['s.title', 's.competition_code', 't.name', 'o.marks', 'o.draft', 'o.words', 'o.done_at'])
    .where('o.observer_id', '=', accountId)
    .orderBy('o.id')
    .execute()
  return [
    ...reports.map(
      (row): OwnRecord => ({
        kept: row,
        lines: [
          ['Этап', row.title],
          ['Оценки команды', row.submitted_at ? 'сданы, с вами не связаны' : 'не сданы'],
          ['Оценили вас', row.raters === null ? 'итогов ещё нет' : String(row.raters)],
          ['Средняя', row.report ? String(row.report.mean).replace('.', ',') : 'не показана'],
          ['Что вам написали', (row.words ?? []).join(' / ')],
        ],
      }),
    ),
    ...observed.map(
      (row): OwnRecord => ({
        kept: row,
        lines: [
          ['Этап', row.title],
          ['Команда, за которой вы наблюдали', row.name],
          ['Оценки', row.done_at ? `сданы ${moment(row.done_at)}` : 'не сданы'],
          ['Заметки', row.words],
        ],
      }),
    ),
  ]
}
