import { sql } from 'kysely'
import type { Db } from '#server/db.ts'
import { moment, type OwnRecord } from '#server/platform/personal-data/own-record.ts'

/** The person's texts in works of teams, their comments on them and their agreements. */
export async function ownSolutions(db: Db, accountId: number): Promise<OwnRecord[]> {
  const { rows } = await sql<{ title: string; competition_code: string; what: string; text: string; at: Date }>`
    select s.title, s.competition_code, own.what, own.text, own.at from (
      select stage_id, 'Правка раздела' as what, after as text, saved_at as at, id
      from solution_versions where account_id = ${accountId}
      union all
      select stage_id, 'Сообщение команде', text, at, id from solution_comments where account_id = ${accountId}
      union all
      select stage_id, 'Согласие с решением', 'Редакция ' || revision, at, 0
      from solution_agreements where account_id = ${accountId} and revision > 0
      union all
      select stage_id, 'Страница решения открыта', '', seen_at, 0 from solution_presence where account_id = ${accountId}
      union all
      select u.stage_id, 'Файл отправлен', u.name, u.began_at, 0 from uploads u
      join stages o on o.id = u.stage_id and o.type = 'teams_solution' where u.account_id = ${accountId}
    ) as own join stages s on s.id = own.stage_id
    order by own.at, own.id`.execute(db)
  return rows.map((row) => ({
    kept: row,
    lines: [
      ['Этап', row.title],
      [row.what, row.text || 'да'],
      ['Когда', moment(row.at)],
    ],
  }))
}
