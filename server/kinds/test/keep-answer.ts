import { sql } from 'kysely'
import type { Db } from '#server/db.ts'
import { gathered } from '#server/platform/db/gathered.ts'
import { type Place, prepared } from '#server/platform/db/prepared.ts'
import type { Services } from '#server/services.ts'
import { closed, rememberedStage } from '#server/stages/one-stage.ts'
import { forgetPerson } from '#server/stages/person-stages.ts'
import { answerFits } from '#shared/kinds/test/answer-fits.ts'
import type { Answer } from '#shared/kinds/test/question.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { attemptGrace } from '#shared/stages/attempt.ts'
import { attemptAsking } from './paper-memory.ts'
import { questionsOf } from './question-memory.ts'

/** A browser numbers its answers one by one, and some may be on their way; a number further ahead cannot be real. */
export const maxAhead = 500

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
  /** False: the answer came after the end, and is kept only as evidence. */
  counted: boolean
}

/** One answer as the statement takes it. */
interface Sent {
  account: number
  stage: number
  device: string
  seq: number
  version: number
  answer: Answer
  flagged: boolean
  sent_at: Date | null
  closes_at: Date | null
  /** The attempt that is known to have the question in its paper. */
  asking: number | null
  competition: string
  season: string
  person: string
}

interface Row {
  unchanged: boolean
  attempt: number | null
  here: boolean | null
  finished_by: 'person' | 'deadline' | null
  in_paper: boolean | null
  /** The highest number of an earlier answer; read only where it is needed. */
  most: number | null
  counted: boolean | null
  earlier: { counted: boolean; same: boolean } | null
}

/**
 * One statement for answers of different attempts: each attempt is locked against its end, the time is read after that
 * lock, and the answer is kept if the attempt is on this device, has the question and was not ended by its person.
 */
const keepSent = prepared<{ sent: string }, Row>((db, place: Place<{ sent: string }>) =>
  sql<Row>`
    with sent as materialized (
      select s.*, exists (
          select from season_versions v where v.competition_code = s.competition and v.version = s.season)
        and s.person = (
          select coalesce(string_agg(n.id::text, ' ' order by n.id), '') from person_changes n
          where n.account_id = s.account) as unchanged
      from jsonb_to_recordset(${place('sent')}::jsonb) as s(
        place int, account int, stage int, device text, seq int, version int, answer jsonb, flagged boolean,
        sent_at timestamptz, closes_at timestamptz, asking int, competition text, season bigint, person text)
    ), at as materialized (
      select s.place, h.*, clock_timestamp() as now,
        coalesce(least(h.begun_at + (h.limit_minutes + h.extra_minutes) * interval '1 minute', s.closes_at)
          + ${attemptGrace + 1}::int * interval '1 millisecond', 'infinity') as over,
        h.device = s.device as here,
        case when h.id = s.asking then true else coalesce((
          select p.sections @> jsonb_build_array(jsonb_build_object('questions', jsonb_build_array(
            jsonb_build_object('version', s.version))))
          from test_papers p
          where p.stage_id = s.stage and p.account_id = s.account and p.number = h.number), false) end as in_paper,
        case when s.seq <= ${maxAhead}::int then 0 else coalesce((
          select max(t.seq) from test_answers t where t.attempt_id = h.id), 0) end as most
      from sent s cross join lateral (
        select a.id, a.number, a.device, a.begun_at, a.limit_minutes, a.extra_minutes, a.finished_at, a.finished_by
        from attempts a
        where a.id = (
          select id from attempts where account_id = s.account and stage_id = s.stage order by number desc limit 1)
        for key share
      ) h
    ), kept as (
      insert into test_answers (attempt_id, seq, version_id, answer, flagged, sent_at, received_at, in_time)
      select at.id, s.seq, s.version, s.answer, s.flagged, s.sent_at, at.now, at.finished_at is null and at.now < at.over
      from at join sent s on s.place = at.place
      where s.unchanged and at.here and at.in_paper and at.finished_by is distinct from 'person'
        and s.seq <= at.most + ${maxAhead}::int
      on conflict do nothing
      returning attempt_id, in_time
    )
    select s.unchanged, at.id as attempt, at.here, at.finished_by, at.in_paper, at.most, kept.in_time as counted,
      case when kept.attempt_id is null then (
        select json_build_object('counted', t.in_time, 'same', t.version_id = s.version and t.flagged = s.flagged
          and t.answer is not distinct from s.answer)
        from test_answers t where t.attempt_id = at.id and t.seq = s.seq) end as earlier
    from sent s left join at on at.place = s.place left join kept on kept.attempt_id = at.id
    order by s.place`.compile(db),
)

type Keep = (sent: Sent) => Promise<Row>
const keepers = new WeakMap<Db, Keep>()

/**
 * Collects answers that arrive while others are being kept into one statement. Two of one attempt are never in one
 * statement: the later sees the earlier.
 */
function keeperOf(db: Db): Keep {
  const known = keepers.get(db)
  if (known) return known
  const keep = gathered<Sent, Row>({
    run: (sent) => keepSent(db, { sent: JSON.stringify(sent.map((one, place) => ({ place, ...one }))) }),
    key: ({ account, stage }) => `${account} ${stage}`,
  })
  keepers.set(db, keep)
  return keep
}

/** How often the season and the person are read again after a change in between, before the call is given up. */
const maxTries = 4

/** Keeps one answer and acknowledges it. A repeated answer gets the same acknowledgement. */
export async function keepAnswer(services: Services, sent: SentAnswer): Promise<Acknowledged> {
  const { db, seasons, clock } = services
  const { accountId, stageId, seq, question: version, answer, flagged, device, sentAt } = sent
  const question = (await questionsOf(db, db, [version])).get(version)
  if (!question) throw new Refusal('question_not_in_paper')
  if (!answerFits(question, answer)) throw new Refusal('answer_unfit')
  for (let tried = 0; tried < maxTries; tried += 1) {
    const stage = await rememberedStage(services, accountId, { stageId, type: 'test' }, clock())
    if (!stage) throw new Refusal('stage_not_found')
    if (stage.facts.disqualified || stage.facts.requirement.state === 'failed') throw closed(stage.state)
    const row = await keeperOf(db)({
      ...{ account: accountId, stage: stageId, device, seq, version, answer, flagged, sent_at: sentAt },
      closes_at: stage.state.window.closesAt,
      asking: attemptAsking(db, { accountId, stageId }, version),
      competition: stage.row.competitionCode,
      season: stage.versions.season,
      person: stage.versions.person,
    })
    if (row.unchanged) {
      const acknowledged = acknowledgement(row, seq)
      if (acknowledged) return acknowledged
    } else forgetPerson(seasons, { accountId, competitionCode: stage.row.competitionCode })
  }
  throw new Refusal('overloaded')
}

/** Null when an answer with this number came at the same time and is not visible yet. */
function acknowledgement(row: Row, seq: number): Acknowledged | null {
  const { attempt, here, counted, earlier, finished_by: finishedBy, in_paper: inPaper, most } = row
  if (attempt === null) throw new Refusal('attempt_not_begun')
  if (!here) throw new Refusal('attempt_elsewhere')
  if (counted !== null) return { seq, counted }
  if (earlier?.same) return { seq, counted: earlier.counted }
  if (finishedBy === 'person') throw new Refusal('attempt_over')
  if (!inPaper) throw new Refusal('question_not_in_paper')
  if (earlier) throw new Refusal('answer_repeated')
  if (seq > (most ?? 0) + maxAhead) throw new Refusal('answer_ahead')
  return null
}
