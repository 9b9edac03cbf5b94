import { sql } from 'kysely'
import { type Place, prepared } from '#server/platform/db/prepared.ts'
import type { Services } from '#server/services.ts'
import { closed, rememberedStage } from '#server/stages/one-stage.ts'
import { forgetPerson } from '#server/stages/person-stages.ts'
import { Refusal } from '#shared/api/refusals.ts'
import { attemptGrace } from '#shared/stages/attempt.ts'
import { answerFits } from '#shared/stages/test/answer-fits.ts'
import type { Answer } from '#shared/stages/test/question.ts'
import { questionsOf } from './question-memory.ts'

/** A browser numbers its answers one by one, and some may be on their way; a number further ahead is made up. */
export const mostAhead = 500

export interface SentAnswer {
  accountId: number
  stageId: number
  device: string
  seq: number
  /** The version of the question. */
  question: number
  answer: Answer
  flagged: boolean
  sentAt: Date | null
}

export interface Acknowledged {
  seq: number
  /** False: it came after the end, and is kept as evidence only. */
  counted: boolean
}

interface Values extends Record<string, unknown> {
  accountId: number
  stageId: number
  device: string
  seq: number
  version: number
  answer: string | null
  flagged: boolean
  sentAt: Date | null
  closesAt: Date | null
  competitionCode: string
  seasonVersion: string
  personVersion: string
}

interface Row {
  unchanged: boolean
  attempt: number | null
  here: boolean | null
  finished_by: 'person' | 'deadline' | null
  in_paper: boolean | null
  most: number | null
  counted: boolean | null
  earlier: { counted: boolean; same: boolean } | null
}

/**
 * One statement: the attempt is locked against its end, the time is read after that lock, and the answer is kept if the
 * attempt is at this device, has the question and was not ended by its person.
 */
const keep = prepared<Values, Row>((db, place: Place<Values>) => {
  const [account, stage, seq, version] = [place('accountId'), place('stageId'), place('seq'), place('version')]
  const answer = sql`${place('answer')}::jsonb`
  const flagged = sql`${place('flagged')}::boolean`
  return sql<Row>`
    with known as materialized (
      select exists (
          select from season_versions
          where competition_code = ${place('competitionCode')} and version = ${place('seasonVersion')}::bigint)
        and ${place('personVersion')}::text = (
          select coalesce(string_agg(n.id::text, ' ' order by n.id), '') from person_changes n
          where n.account_id = ${account}) as unchanged
    ), held as materialized (
      select a.id, a.number, a.device, a.begun_at, a.limit_minutes, a.extra_minutes, a.finished_at, a.finished_by
      from attempts a
      where a.id = (
        select id from attempts where account_id = ${account} and stage_id = ${stage} order by number desc limit 1)
      for key share
    ), at as materialized (
      select h.*, clock_timestamp() as now,
        coalesce(least(h.begun_at + (h.limit_minutes + h.extra_minutes) * interval '1 minute', ${place('closesAt')}::timestamptz)
          + ${attemptGrace + 1}::int * interval '1 millisecond', 'infinity') as over,
        h.device = ${place('device')} as here,
        coalesce((
          select p.sections @> jsonb_build_array(jsonb_build_object('questions', jsonb_build_array(
            jsonb_build_object('version', ${version}::int))))
          from test_papers p
          where p.stage_id = ${stage} and p.account_id = ${account} and p.number = h.number), false) as in_paper,
        coalesce((select max(t.seq) from test_answers t where t.attempt_id = h.id), 0) as most
      from held h
    ), kept as (
      insert into test_answers (attempt_id, seq, version_id, answer, flagged, sent_at, received_at, in_time)
      select at.id, ${seq}::int, ${version}::int, ${answer}, ${flagged}, ${place('sentAt')}::timestamptz, at.now,
        at.finished_at is null and at.now < at.over
      from at, known
      where unchanged and here and in_paper and finished_by is distinct from 'person'
        and ${seq}::int <= most + ${mostAhead}::int
      on conflict do nothing
      returning in_time
    )
    select unchanged, at.id as attempt, here, finished_by, in_paper, most, kept.in_time as counted, (
      select json_build_object('counted', t.in_time, 'same', t.version_id = ${version}::int and t.flagged = ${flagged}
        and t.answer is not distinct from ${answer})
      from test_answers t where t.attempt_id = at.id and t.seq = ${seq}::int) as earlier
    from known left join at on true left join kept on true`.compile(db)
})

/** Changes of the season or of the person in between are read anew so often before the call is given up. */
const mostTries = 4

/** Keeps one answer and acknowledges it. A repeat of the same gets the same acknowledgement. */
export async function keepAnswer(services: Services, sent: SentAnswer): Promise<Acknowledged> {
  const { db, seasons, clock } = services
  const { accountId, stageId, seq, question: version, answer, flagged, device, sentAt } = sent
  const question = (await questionsOf(db, db, [version])).get(version)
  if (!question) throw new Refusal('question_not_in_paper')
  if (!answerFits(question, answer)) throw new Refusal('answer_unfit')
  for (let tried = 0; tried < mostTries; tried += 1) {
    const stage = await rememberedStage(services, accountId, { stageId, type: 'test' }, clock())
    if (!stage) throw new Refusal('stage_not_found')
    if (stage.facts.disqualified || stage.facts.requirement.state === 'failed') throw closed(stage.state)
    const [row] = await keep(db, {
      ...{ accountId, stageId, device, seq, version, flagged, sentAt },
      answer: answer === null ? null : JSON.stringify(answer),
      closesAt: stage.state.window.closesAt,
      competitionCode: stage.row.competitionCode,
      seasonVersion: stage.versions.season,
      personVersion: stage.versions.person,
    })
    if (row?.unchanged) {
      const acknowledged = acknowledgement(row, seq)
      if (acknowledged) return acknowledged
    } else forgetPerson(seasons, { accountId, competitionCode: stage.row.competitionCode })
  }
  throw new Refusal('overloaded')
}

/** Null when the same number came twice at once, and the other one is not seen yet. */
function acknowledgement(row: Row, seq: number): Acknowledged | null {
  const { attempt, here, counted, earlier, finished_by: finishedBy, in_paper: inPaper, most } = row
  if (attempt === null) throw new Refusal('attempt_not_begun')
  if (!here) throw new Refusal('attempt_elsewhere')
  if (counted !== null) return { seq, counted }
  if (earlier?.same) return { seq, counted: earlier.counted }
  if (finishedBy === 'person') throw new Refusal('attempt_over')
  if (!inPaper) throw new Refusal('question_not_in_paper')
  if (earlier) throw new Refusal('answer_repeated')
  if (seq > (most ?? 0) + mostAhead) throw new Refusal('answer_ahead')
  return null
}
