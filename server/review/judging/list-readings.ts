import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db.ts'
import type { Caller } from '#server/platform/http/handler.ts'
import type { Services } from '#server/services.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { formatWire } from '#shared/platform/time/moscow.ts'
import { isAskedNow } from './background.ts'
import { stopped } from './stopped.ts'
import { appealed, isTraining, marked, stillJudges } from './store.ts'

/** The name shown for an author who must not be known. It has the number of the reading, different for each judge. */
export const blindName = (readingId: number) => `Работа № ${readingId}`

/** The real name of an author. `w` is the work, `a` the account, `t` the team. */
export const authorName = sql<string>`coalesce('Команда «' || t.name || '»', concat_ws(' ', a.last_name, a.first_name, a.middle_name))`

/**
 * A condition: the judge still has to do the reading: its work waits and is not stopped, or is appealed about, and the
 * current hand-in is not marked yet.
 */
export const isOpenReading = sql<boolean>`((w.waits_since is not null and not ${stopped} or r.for_appeal and ${appealed})
  and r.abstained is null and not coalesce(${marked}, false))`

/** A condition: the reading `r` cannot continue because its work is stopped. For an appeal it is read anyway. */
export const isStoppedReading = sql<boolean>`(${stopped} and not (r.for_appeal and ${appealed}))`

/**
 * A condition: the reading `r` of this judge waits for the works of an earlier batch. Works come in the order in which
 * they were assigned; begun works stay open. `j` is the judging of the stage.
 */
export const waitsForBatch = (judgeId: number, stageId: number | RawBuilder<number>) => sql<boolean>`(
  j.batch is not null and not r.for_appeal and r.draft is null and r.done_at is null and coalesce((
    select mine.place > ((mine.first - 1) / j.batch + 1) * j.batch
    from (
      select own.id, own.place, min(own.place) filter (where own.open) over () as first
      from (
        select r.id, row_number() over (order by r.id) as place, ${isOpenReading} as open
        from readings r join works w on w.id = r.work_id
        where r.judge_id = ${judgeId} and w.stage_id = ${stageId} and not ${isTraining}
      ) own
    ) mine
    where mine.id = r.id), false))`

/** The order in which a judge reads: the training, begun works, then the others as they were assigned. */
const inTurn = sql`not ${isTraining}, r.draft is null, r.id`

/** A condition: marks are accepted: during the judging, and for an appeal also afterwards. `j` is the judging. */
const acceptsMarks = sql<boolean>`(j.state = 'reading' or j.state = 'closed' and r.for_appeal and ${appealed})`

/** The next work for a judge at a stage; null: none. */
export async function nextReading(
  db: Db,
  judgeId: number,
  stageId: number | RawBuilder<number>,
  except?: number,
): Promise<number | null> {
  const { rows } = await sql<{ id: number | null }>`select ${nextOf(judgeId, stageId, except)} as id`.execute(db)
  return rows[0]?.id ?? null
}

/** Like `nextReading`, as a value in another query. */
export const nextOf = (judgeId: number, stageId: number | RawBuilder<number>, except?: number) => sql<number | null>`(
  select r.id from readings r join works w on w.id = r.work_id join judgings j on j.stage_id = w.stage_id
  where r.judge_id = ${judgeId} and w.stage_id = ${stageId} and ${acceptsMarks} and ${isOpenReading} and ${stillJudges}
    and r.id is distinct from ${except ?? null}::int and not ${waitsForBatch(judgeId, stageId)}
  order by ${inTurn} limit 1)`

/** The stages whose works this person judges, those with works left first. */
export async function listJudgedStages({ db }: Services, caller: Caller) {
  const { rows } = await sql<{
    stage_id: number
    title: string
    competition_code: string
    competition_title: string
    theme: string
    layout: string
    left: number
    done: number
    until: Date | null
    next: number | null
  }>`
    select s.id as stage_id, s.title, s.competition_code, c.title as competition_title, c.theme, c.layout,
      count(*) filter (where ${isOpenReading} and ${acceptsMarks})::int as left, count(r.done_at)::int as done, j.read_until as until,
      (array_agg(r.id order by ${inTurn}) filter (where ${isOpenReading} and ${acceptsMarks}))[1] as next
    from readings r
    join works w on w.id = r.work_id
    join stages s on s.id = w.stage_id
    join competitions c on c.code = s.competition_code
    join judgings j on j.stage_id = s.id and j.state <> 'setup'
    where r.judge_id = ${caller.accountId} and r.taken is null and ${stillJudges}
    group by s.id, c.code, j.stage_id
    order by j.read_until nulls last, s.id`.execute(db)
  const stages = rows.map(({ until, ...stage }) => ({ ...stage, until: until && formatWire(until) }))
  return {
    stages: [...stages.filter(({ left }) => left > 0), ...stages.filter(({ left }) => left === 0)],
    asks_background: await isAskedNow(db, caller.accountId),
  }
}

/** The works that a judge has at one stage, those left first. */
export async function listReadings({ db }: Services, caller: Caller, stageId: number) {
  const stage = await db
    .selectFrom('stages as s')
    .innerJoin('judgings as j', 'j.stage_id', 's.id')
    .select(['s.title', 'j.state', 'j.read_until', 'j.blind'])
    .where('s.id', '=', stageId)
    .where('j.state', '<>', 'setup')
    .executeTakeFirst()
  const { rows } = await sql<{
    id: number
    name: string
    state: 'new' | 'begun' | 'done' | 'changed' | 'abstained' | 'stopped'
    total: number | null
    training: boolean
    appeal: boolean
    left: boolean
    later: boolean
  }>`
    select r.id, ${authorName} as name, r.total, ${isTraining} as training, r.for_appeal as appeal,
      ${isOpenReading} and ${acceptsMarks} as left,
      ${waitsForBatch(caller.accountId, stageId)} as later,
      case when r.abstained is not null then 'abstained' when ${isStoppedReading} and not coalesce(${marked}, false) then 'stopped'
        when r.done_at is null and r.draft is null then 'new'
        when r.done_at is null and (r.draft ->> 'hand_in')::int = w.hand_in_id then 'begun' when ${marked} then 'done' else 'changed' end as state
    from readings r
    join works w on w.id = r.work_id
    join judgings j on j.stage_id = w.stage_id
    left join accounts a on a.id = w.account_id
    left join formed_teams t on t.id = w.team_id
    where r.judge_id = ${caller.accountId} and w.stage_id = ${stageId} and r.taken is null and ${stillJudges}
    order by r.done_at is not null or r.abstained is not null, not ${isTraining}, r.id`.execute(db)
  if (!stage || rows.length === 0) throw new Refusal('stage_not_found')
  const trains = stage.state === 'reading' && rows.some(({ training, left }) => training && left)
  const begun = trains ? rows.filter(({ training }) => training) : rows
  const batched = stage.state === 'reading' && !trains
  const shown = batched ? begun.filter(({ later }) => !later) : begun
  return {
    title: stage.title,
    state: stage.state,
    until: stage.read_until && formatWire(stage.read_until),
    after_training: rows.length - begun.length,
    after_batch: begun.length - shown.length,
    readings: shown.map(({ id, name, later: _later, ...reading }) => ({
      reading_id: id,
      name: stage.blind ? blindName(id) : name,
      ...reading,
    })),
  }
}
