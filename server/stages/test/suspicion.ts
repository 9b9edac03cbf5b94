import { sql } from 'kysely'
import type { Db } from '#server/db.ts'
import { namesOf } from './test-names.ts'

/** Answers of two people within so many seconds are at the same time. */
const together = 5
/** So many of them are worth a look. */
const fewest = 4
const mostShown = 100

/** What may be looked into. It decides nothing: each sign has innocent reasons. */
export async function suspicionList(db: Db, stageId: number) {
  const [signs, pairs] = await Promise.all([signsOf(db, stageId), pairsOf(db, stageId)])
  const accounts = [...signs.map((one) => one.account_id), ...pairs.flatMap(({ one, other }) => [one, other])]
  const names = await namesOf(db, accounts)
  return {
    people: signs.flatMap(({ account_id, ...sign }) => {
      const person = names.get(account_id)
      return person ? [{ ...person, ...sign }] : []
    }),
    pairs: pairs.flatMap(({ one, other, ...counts }) => {
      const [first, second] = [names.get(one), names.get(other)]
      return first && second ? [{ one: first, other: second, ...counts }] : []
    }),
  }
}

async function signsOf(db: Db, stageId: number) {
  const { rows } = await sql<{
    account_id: number
    left: number
    away_seconds: number
    taken_over: number
    addresses: number
  }>`
    select t.account_id, count(*) filter (where s.sign = 'left_page')::int as left,
      coalesce(sum(case when s.sign = 'left_page' and s.detail ~ '^[0-9]{1,9}$' then s.detail::bigint end) / 1000, 0)::int
        as away_seconds,
      count(*) filter (where s.sign = 'taken_over')::int as taken_over,
      count(distinct s.detail) filter (where s.sign = 'address')::int as addresses
    from test_signs s join attempts t on t.id = s.attempt_id
    where t.stage_id = ${stageId} and t.account_id is not null
    group by t.account_id
    having count(*) filter (where s.sign <> 'address') > 0 or count(distinct s.detail) filter (where s.sign = 'address') > 1
    order by addresses desc, away_seconds desc, t.account_id limit ${mostShown}`.execute(db)
  return rows
}

/** Two people who gave the same answers to the same questions at the same time; most alike first. */
async function pairsOf(db: Db, stageId: number) {
  const { rows } = await sql<{ one: number; other: number; same: number; wrong: number; of: number }>`
    with kept as (
      select distinct on (w.attempt_id, w.version_id) t.account_id, w.version_id, w.answer, w.received_at
      from test_answers w join attempts t on t.id = w.attempt_id
      where t.stage_id = ${stageId} and w.in_time and t.account_id is not null
      order by w.attempt_id, w.version_id, w.seq desc
    )
    select a.account_id as one, b.account_id as other,
      count(*) filter (where a.answer = b.answer)::int as same,
      count(*) filter (where a.answer = b.answer and v.key ->> 'kind' = 'single'
        and a.answer #>> '{}' <> v.key ->> 'option')::int as wrong,
      count(*)::int as of
    from kept a
    join kept b on b.version_id = a.version_id and b.account_id > a.account_id
      and b.received_at between a.received_at - ${together} * interval '1 second'
        and a.received_at + ${together} * interval '1 second'
    join test_question_versions v on v.id = a.version_id
    where a.answer is not null and b.answer is not null
    group by a.account_id, b.account_id
    having count(*) filter (where a.answer = b.answer) >= ${fewest}
    order by wrong desc, same desc, one, other limit ${mostShown}`.execute(db)
  return rows
}
