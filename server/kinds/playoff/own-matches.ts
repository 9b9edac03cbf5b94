import { sql } from 'kysely'
import type { Db } from '#server/db.ts'
import { moment, type OwnRecord } from '#server/platform/personal-data/own-record.ts'
import { roundName, roundsOf } from '#shared/kinds/playoff/bracket.ts'

interface Row {
  title: string
  competition_code: string
  seed: number
  entrants: number
  round: number | null
  place: number | null
  starts_at: Date | null
  own: number | null
  other: number | null
  won: boolean | null
  dropped_because: string | null
}

/** The person's place in brackets, with their matches. Marks belong to the data of the judges. */
export async function ownMatches(db: Db, accountId: number): Promise<OwnRecord[]> {
  const { rows } = await sql<Row>`
    select s.title, s.competition_code, e.seed, e.dropped_because, p.entrants, m.round, m.place, m.starts_at,
      case when m.published_at is null then null when m.a = e.id then m.score_a else m.score_b end as own,
      case when m.published_at is null then null when m.a = e.id then m.score_b else m.score_a end as other,
      case when m.published_at is null or m.won is null then null
        else m.won = case when m.a = e.id then 'a' else 'b' end end as won
    from playoff_people i
    join playoff_entrants e on e.id = i.entrant_id
    join playoffs p on p.stage_id = e.stage_id
    join stages s on s.id = e.stage_id
    left join playoff_matches m on m.stage_id = e.stage_id and e.id in (m.a, m.b)
    where i.account_id = ${accountId}
    order by s.id, m.round, m.place`.execute(db)
  return rows.map((row) => ({
    kept: { ...row },
    lines: [
      ['Этап', row.title],
      ['Номер посева', String(row.seed)],
      [
        'Матч',
        row.round === null || row.place === null
          ? 'нет'
          : roundName(roundsOf(row.entrants), { round: row.round, place: row.place }),
      ],
      ['Когда', moment(row.starts_at)],
      ['Итог', row.won === null ? 'не опубликован' : row.won ? 'победа' : 'поражение'],
      ['Баллы', row.own === null ? 'нет' : `${points(row.own)} на ${points(row.other)}`],
    ],
  }))
}

/** The marks that a judge has given in matches. */
export async function ownMatchMarks(db: Db, accountId: number): Promise<OwnRecord[]> {
  const rows = await db
    .selectFrom('playoff_judges as j')
    .innerJoin('playoff_matches as m', 'm.id', 'j.match_id')
    .innerJoin('stages as s', 's.id', 'm.stage_id')
    .select(['s.title', 's.competition_code', 'm.round', 'm.place', 'm.starts_at', 'j.chair', 'j.marks', 'j.draft'])
    .select(['j.comment_a', 'j.comment_b', 'j.favours', 'j.done_at', 'j.abstained'])
    .where('j.judge_id', '=', accountId)
    .orderBy('m.id')
    .execute()
  return rows.map((row) => ({
    kept: row,
    lines: [
      ['Этап', row.title],
      ['Когда', moment(row.starts_at)],
      [
        'Оценки',
        row.abstained !== null ? 'вы отказались' : row.done_at === null ? 'не сданы' : `сданы ${moment(row.done_at)}`,
      ],
      ['Комментарии', [row.comment_a, row.comment_b].filter(Boolean).join(' / ')],
    ],
  }))
}

const points = (score: number | null) => String(score ?? '').replace('.', ',')
