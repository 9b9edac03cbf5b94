import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db.ts'
import type { Answer, QuestionKey } from '#shared/kinds/test/question.ts'
import { shareOf } from '#shared/kinds/test/score.ts'
import { rulingsOf } from './score-attempts.ts'
import { namesOf } from './test-names.ts'

/** Answers of two people within this many seconds count as simultaneous. */
const together = 5
/**
 * A pair of people is listed with at least this many equal simultaneous answers, if enough of them are wrong, or if
 * they are a large enough share of the questions that both answered.
 */
const fewest = 4
const fewestWrong = 2
const inStep = 0.75
const maxShown = 100
/** An answer that more people give within such a time, as where a whole country begins at once, says nothing of two of them. */
const fewTogether = 50

/** Suspicious signs to look into. They decide nothing: each sign may have innocent reasons. */
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
    order by addresses desc, away_seconds desc, t.account_id limit ${maxShown}`.execute(db)
  return rows
}

/**
 * Pairs of people whose equal simultaneous answers are suspicious: they are wrong, or nearly everything was answered in
 * step. People who know the subject give the same right answers anyway, some of them simultaneously. The most similar
 * pairs come first.
 */
async function pairsOf(db: Db, stageId: number) {
  const wrong = await wrongAnswers(db, stageId)
  const { rows } = await sql<{ one: number; other: number; same: number; wrong: number; of: number }>`
    with moments as (
      select *, floor(extract(epoch from received_at) / ${together})::int as moment from (${keptIn(sql`t.stage_id = ${stageId}`)}) as kept
    ), kept as materialized (
      select * from (
        select *, count(*) over (partition by version_id, answer, moment) as alike from moments
      ) as counted where alike <= ${fewTogether}
    ), wrong as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(wrong)}::jsonb) as w(version_id int, answer jsonb)
    ), alike as materialized (
      select a.account_id as one, b.account_id as other, count(*)::int as same,
        count(*) filter (where exists (select from wrong w where w.version_id = a.version_id and w.answer = a.answer))::int
          as wrong
      from kept a
      cross join lateral (values (a.moment - 1), (a.moment), (a.moment + 1)) as near (moment)
      join kept b on b.version_id = a.version_id and b.account_id > a.account_id and b.answer = a.answer
        and b.moment = near.moment and b.received_at between a.received_at - ${together} * interval '1 second'
          and a.received_at + ${together} * interval '1 second'
      group by a.account_id, b.account_id
      having count(*) >= ${fewest}
    )
    select one, other, same, wrong, answered.of
    from alike, lateral (
      select count(*)::int as of
      from (${keptIn(sql`t.stage_id = ${stageId} and t.account_id = one`)}) as a
      join (${keptIn(sql`t.stage_id = ${stageId} and t.account_id = other`)}) as b on b.version_id = a.version_id
    ) as answered
    where wrong >= ${fewestWrong} or same >= ${inStep}::float * answered.of
    order by wrong desc, same desc, one, other limit ${maxShown}`.execute(db)
  return rows
}

/** Answers of several people that earn less than all points, by the current keys. */
async function wrongAnswers(db: Db, stageId: number): Promise<{ version_id: number; answer: Answer }[]> {
  const { rulings } = await rulingsOf(db, stageId)
  const { rows } = await sql<{ version_id: number; answer: Answer; key: QuestionKey }>`
    select k.version_id, k.answer, v.key
    from (${keptIn(sql`t.stage_id = ${stageId}`)}) k join test_question_versions v on v.id = k.version_id
    group by k.version_id, k.answer, v.id
    having count(*) > 1`.execute(db)
  return rows.flatMap(({ version_id, answer, key: first }) => {
    const key = rulings.has(version_id) ? rulings.get(version_id) : first
    return key && shareOf(key, answer) < 1 ? [{ version_id, answer }] : []
  })
}

/** The answers in these attempts `t` that count. */
const keptIn = (attempts: RawBuilder<unknown>) => sql`
  select account_id, version_id, answer, received_at from (
    select distinct on (w.attempt_id, w.version_id) t.account_id, w.version_id, w.answer, w.received_at
    from test_answers w join attempts t on t.id = w.attempt_id
    where ${attempts} and w.in_time and t.account_id is not null
    order by w.attempt_id, w.version_id, w.seq desc
  ) last where jsonb_typeof(answer) <> 'null'`
