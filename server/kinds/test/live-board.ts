import { sql } from 'kysely'
import type { Db } from '#server/db.ts'
import { readFound } from '#server/platform/db/read-page.ts'
import type { Page } from '#shared/platform/api/page.ts'
import { formatWire } from '#shared/platform/time/moscow.ts'
import { connectionLostAfter } from '#shared/stages/attempt.ts'
import { countsNow } from './kept-answers.ts'

export type PeopleState = 'online' | 'lost' | 'finished'

const patience = sql`${connectionLostAfter} * interval '1 millisecond'`
/** The name of a person in lists. `a` is the account. */
export const personName = sql<string>`concat_ws(' ', nullif(a.last_name, ''), nullif(a.first_name, ''), nullif(a.middle_name, ''))`

/** How many people are in each state, by the database's clock. */
export async function liveBoard(db: Db, stageId: number) {
  const { rows } = await sql<{
    begun: number
    online: number
    lost: number
    finished: number
    median_minute: number | null
    median_took: number | null
    made: number
    given: number
  }>`
    select count(*)::int as begun,
      count(*) filter (where finished_at is null and heard_at >= now() - ${patience})::int as online,
      count(*) filter (where finished_at is null and heard_at < now() - ${patience})::int as lost,
      count(*) filter (where finished_at is not null)::int as finished,
      floor(percentile_cont(0.5) within group (order by extract(epoch from now() - begun_at) / 60)
        filter (where finished_at is null))::int as median_minute,
      floor(percentile_cont(0.5) within group (order by extract(epoch from finished_at - begun_at) / 60)
        filter (where finished_at is not null))::int as median_took,
      (select count(*) from test_papers where stage_id = ${stageId})::int as made,
      (select count(*) from test_papers where stage_id = ${stageId} and given_at is not null)::int as given
    from attempts where stage_id = ${stageId}`.execute(db)
  const [counted] = rows
  if (!counted) throw new Error('an aggregate gives one row')
  const { made, given, ...board } = counted
  return { ...board, papers: { made, given } }
}

const states: Record<PeopleState, ReturnType<typeof sql<boolean>>> = {
  online: sql<boolean>`t.finished_at is null and t.heard_at >= now() - ${patience}`,
  lost: sql<boolean>`t.finished_at is null and t.heard_at < now() - ${patience}`,
  finished: sql<boolean>`t.finished_at is not null`,
}

/** The people in this state, those who began first on top. */
export async function livePeople(db: Db, stageId: number, { state, limit, offset }: Page & { state: PeopleState }) {
  const { rows, count } = await readFound(
    db,
    { limit, offset },
    (page) => sql<{
      test_id: number
      name: string
      attempt_id: number
      region: string | null
      begun_at: Date
      heard_at: Date
      finished_at: Date | null
      extra_minutes: number
      answered: number
      found: number
    }>`
    select a.test_id, ${personName} as name, t.id as attempt_id, p.region, t.begun_at, t.heard_at, t.finished_at,
      t.extra_minutes, (count(*) over ())::int as found,
      (select count(*) from (
        select distinct on (w.version_id) w.answer from test_answers w
        where w.attempt_id = t.id and ${countsNow} order by w.version_id, w.seq desc
      ) kept where kept.answer <> 'null')::int as answered
    from attempts t
    join accounts a on a.id = t.account_id
    join stages s on s.id = t.stage_id
    left join participations p on p.account_id = t.account_id and p.competition_code = s.competition_code
    where t.stage_id = ${stageId} and ${states[state]}
    order by t.begun_at, t.id limit ${page.limit} offset ${page.offset}`,
  )
  return {
    count,
    people: rows.map(({ found: _found, ...row }) => ({
      ...row,
      begun_at: formatWire(row.begun_at),
      heard_at: formatWire(row.heard_at),
      finished_at: row.finished_at && formatWire(row.finished_at),
    })),
  }
}
