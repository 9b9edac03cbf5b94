import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { invitedTo } from '#server/accounts/rights/invite-staff.ts'
import type { Db, Tx } from '#server/db.ts'
import { recordAudit } from '#server/platform/audit/record-audit.ts'
import type { Services } from '#server/services.ts'
import type { SeasonStage } from '#server/stages/season.ts'
import { cleanAnswer } from '#shared/forms/fields/answer.ts'
import type { AnswerData } from '#shared/forms/fields/field.ts'
import { validate } from '#shared/forms/fields/validate.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { formalName } from '#shared/platform/names/full-name.ts'
import { formatWire } from '#shared/platform/time/moscow.ts'
import { criteriaIn, judgingAnswer, judgingForm, judgingIn, rubricFaults } from '#shared/stages/judging-form.ts'
import { type StageChange, stageChanges } from '#shared/stages/stage-changes.ts'
import { employersOf } from './conflicts.ts'
import { countGaps } from './list-gaps.ts'
import { isOpenReading } from './list-readings.ts'
import { reminderOf } from './reminder-of.ts'
import { stopped } from './stopped.ts'
import {
  assesses,
  counts,
  defaultJudging,
  hasPlace,
  isReference,
  judgedStage,
  judgeRegion,
  judgingOf,
  lockJudging,
  newestRubric,
  type Place,
  stageWithJudges,
  usualJudging,
} from './store.ts'

/** Nobody can read a work in less time. */
const hastyMs = 30_000
/** With fewer works that other judges have marked too, no deviation is shown. */
const minSharedWorks = 3
/** A mean deviation of at least this many points of 100 is shown. */
const biasedFrom = 10

/** How a stage is judged, by whom, and their progress, for its organiser. */
export async function readJudging(services: Services, place: Place, how?: 'whole') {
  const { db } = services
  const stage = await stageWithJudges(services, place)
  const stageId = stage.id
  const judging = await judgingOf(db, stageId)
  const rubric = await newestRubric(db, stageId)
  const { readers } = judging ?? usualJudging(stage)
  const { as_of, works, gaps, judges } = await services.readings.figures(
    {
      competition: place.competition,
      name: `judging ${stageId} ${readers}`,
      read: async (of) => ({
        works: await countWorks(of, stageId, readers),
        gaps: await countGaps(of, stageId),
        judges: new Map((await countReadings(of, stageId)).map((row) => [row.judge_id, row])),
      }),
    },
    how,
  )
  return {
    as_of,
    stage_id: stageId,
    matches: stage.kind?.judgesMatches ?? false,
    state: judging?.state ?? ('setup' as const),
    set_up: judging !== null,
    form: { version: judgingForm.version, sections: [...judgingForm.sections] },
    answer: { ...answerOf(judging, rubric, stage) },
    rubric_version: rubric?.version ?? 0,
    works: works?.works ?? 0,
    // Works that participants assess need no assigned judges.
    unassigned: works?.assessed_at ? 0 : (works?.unassigned ?? 0),
    assessed_at: works?.assessed_at ?? null,
    assigning: judging?.assign_asked_at != null,
    assigned: judging?.assigned ? { ...judging.assigned, gaps } : null,
    reminded_at: judging?.reminded_at ? formatWire(judging.reminded_at) : null,
    judges: await judgesOf(services, stageId, judging, judges),
    invitations: (await invitedTo(db, stageId, 'judge')).map(({ email, sent_at, expires_at }) => ({
      email,
      sent_at: formatWire(sent_at),
      expired: expires_at <= services.clock(),
    })),
  }
}

async function countWorks(db: Db, stageId: number, readers: number) {
  const { rows: works } = await sql<{
    works: number
    unassigned: number
    assessed_at: { code: string; title: string } | null
  }>`
    with read as (
      select count(r.id) filter (where ${hasPlace}) as judges, ${stopped} as stopped
      from works w left join readings r on r.work_id = w.id
      where w.stage_id = ${stageId} and w.waits_since is not null and w.step <> 'check' and not ${isReference}
      group by w.id
    )
    select count(*)::int as works, coalesce(sum(greatest(0, ${readers} - judges)) filter (where not stopped), 0)::int as unassigned,
      (select json_build_object('code', p.code, 'title', p.title) from stages s, stages p
        where s.id = ${stageId} and ${assesses} limit 1) as assessed_at
    from read`.execute(db)
  return works[0]
}

/** The criterion of a new rubric: it lacks only its name. */
const plainCriterion = { code: 'c1', title: '', hint: '', max: 10, weight: 1, required: true, levels: [] }

type Found<T extends (...of: never[]) => Promise<unknown>> = Awaited<ReturnType<T>>

function answerOf(judging: Found<typeof judgingOf>, rubric: Found<typeof newestRubric>, stage: SeasonStage) {
  const set = judging ?? usualJudging(stage)
  const usual = judging === null ? (stage.kind?.judging?.criteria ?? [plainCriterion]) : []
  return judgingAnswer(set, rubric?.criteria ?? usual, set.read_until ? formatWire(set.read_until).slice(0, 16) : '')
}

async function judgesOf(
  { db, clock }: Services,
  stageId: number,
  judging: Found<typeof judgingOf>,
  counted: ReadonlyMap<number, Found<typeof countReadings>[number]>,
) {
  const { batch, read_until } = judging ?? defaultJudging
  const ended = judging?.state === 'reading' && read_until !== null && read_until < clock()
  const rows = await db
    .selectFrom('stage_staff as t')
    .innerJoin('accounts as a', 'a.id', 't.account_id')
    .select(['a.id', 'a.test_id', 'a.email', 'a.first_name', 'a.last_name', 'a.middle_name'])
    // A judge who has stated a background without a region lives abroad.
    .select([
      sql<boolean>`(${judgeRegion} is null and not exists (
        select from judge_backgrounds b where b.account_id = t.account_id and b.said_at is not null))`.as('nowhere'),
    ])
    .select([worksSomewhere.as('works')])
    .where('t.stage_id', '=', stageId)
    .where('t.duty', '=', 'judge')
    .orderBy('a.last_name')
    .orderBy('a.id')
    .execute()
  return rows.map(({ id, test_id, email, first_name, last_name, middle_name, nowhere, works }) => {
    const judge = counted.get(id)
    const above = judge?.above ?? null
    return {
      test_id,
      email,
      name: formalName({ first_name, last_name, middle_name }),
      unknown: [...(nowhere ? (['region'] as const) : []), ...(works ? [] : (['employer'] as const))],
      mean: judge?.mean ?? null,
      above,
      biased: Math.abs(above ?? 0) >= biasedFrom,
      late: ended ? (judge?.left ?? 0) : 0,
      assigned: judge?.assigned ?? 0,
      done: judge?.done ?? 0,
      abstained: judge?.abstained ?? 0,
      hasty: judge?.hasty ?? 0,
      straight: judge?.straight ?? 0,
      batches: batchesOf(judge?.assigned ?? 0, judge?.done ?? 0, batch),
    }
  })
}

/** What each judge has read and given. */
const countReadings = (db: Db, stageId: number) =>
  db
    .selectFrom('readings as r')
    .innerJoin('works as w', 'w.id', 'r.work_id')
    .leftJoin('rubrics as b', 'b.id', 'r.rubric_id')
    .where('w.stage_id', '=', stageId)
    .groupBy('r.judge_id')
    .select([
      'r.judge_id',
      sql<number>`count(*) filter (where r.abstained is null)::int`.as('assigned'),
      sql<number>`count(r.done_at)::int`.as('done'),
      sql<number>`(count(r.abstained) - count(r.taken))::int`.as('abstained'),
      sql<number | null>`round(avg(r.total)::numeric, 1)::float`.as('mean'),
      sql<number>`count(*) filter (where ${isOpenReading})::int`.as('left'),
      sql<number | null>`case when count(${othersMean}) filter (where ${counts}) >= ${minSharedWorks} then
        round((avg(r.total - ${othersMean}) filter (where ${counts}))::numeric, 1)::float end`.as('above'),
      sql<number>`count(*) filter (where r.done_at is not null and r.spent < ${hastyMs})::int`.as('hasty'),
      // With one criterion every work would be a straight line.
      sql<number>`count(*) filter (where r.done_at is not null and jsonb_array_length(b.criteria) > 1 and (
        select count(distinct round((r.marks ->> (c.value ->> 'code'))::numeric / (c.value ->> 'max')::numeric, 3))
        from jsonb_array_elements(b.criteria) as c where r.marks ? (c.value ->> 'code')) = 1)::int`.as('straight'),
    ])
    .execute()

/**
 * A condition: the workplace of the judge `t` is known: from the organisers, from the judge's answer, or from their own
 * application or form.
 */
const worksSomewhere = sql<boolean>`(t.employer <> '' or exists (
  select from judge_backgrounds b where b.account_id = t.account_id and b.said_at is not null) or exists (
  select from (${employersOf(sql`= t.account_id`)}) as own))`

/** What the other judges of the same hand-in gave on average; `r` is a reading, `w` its work. */
const othersMean = sql`(
  select avg(o.total) from readings o
  where o.work_id = r.work_id and o.judge_id <> r.judge_id and o.done_at is not null and o.hand_in_id = w.hand_in_id)`

/** The number of the judge's current batch and of all batches. */
const batchesOf = (assigned: number, done: number, batch: number | null) => {
  if (batch === null || assigned === 0) return null
  const of = Math.ceil(assigned / batch)
  return { now: Math.min(of, Math.floor(done / batch) + 1), of }
}

/** Changes how a stage is judged. Changed criteria become a new version; earlier marks keep their version. */
export async function saveJudging(services: Services, actorId: number, place: Place, sent: AnswerData) {
  const { db, clock } = services
  const stage = await judgedStage(services, place)
  const stageId = stage.id
  const { data } = cleanAnswer(judgingForm, sent)
  const faults = { ...validate(judgingForm, data, { mode: 'hand_in', now: clock() }), ...rubricFaults(data) }
  if (Object.keys(faults).length > 0) throw new Refusal('form_invalid', { fields: faults })
  await db.transaction().execute(async (tx) => {
    const now = clock()
    await tx
      .insertInto('judgings')
      .values({ stage_id: stageId, ...usualJudging(stage) })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const before = await lockJudging(tx, stageId, 'forUpdate')
    if (before.state === 'closed') throw new Refusal('judging_closed')
    const rubric = await newestRubric(tx, stageId)
    const criteria = criteriaIn(data, rubric?.criteria ?? [])
    const settings = judgingIn(data)
    const remind_at = before.state === 'reading' ? reminderOf(settings.read_until, now) : null
    const again = before.read_until?.getTime() !== settings.read_until?.getTime()
    await tx
      .updateTable('judgings')
      .set({ ...settings, ...(again && { remind_at }) })
      .where('stage_id', '=', stageId)
      .execute()
    if (!isDeepStrictEqual(criteria, rubric?.criteria))
      await tx
        .insertInto('rubrics')
        .values({
          stage_id: stageId,
          version: (rubric?.version ?? 0) + 1,
          criteria: JSON.stringify(criteria),
          created_at: now,
          created_by: actorId,
        })
        .execute()
    const after = { ...before, ...settings }
    const changes = stageChanges(
      judgingForm,
      answerOf(before, rubric, stage),
      answerOf(after, { id: 0, version: 0, criteria }, stage),
    )
    if (changes.length > 0) await audited(tx, actorId, place, 'judging_changed', changes)
  })
  return readJudging(services, place, 'whole')
}

const states = { setup: 'настраивается', reading: 'идёт', closed: 'завершено' }

/** Opens the works to the judges, ends the judging, or reopens it. */
export async function setJudgingState(services: Services, actorId: number, place: Place, state: 'reading' | 'closed') {
  const { id: stageId } = await judgedStage(services, place)
  await services.db.transaction().execute(async (tx) => {
    const before = await lockJudging(tx, stageId, 'forUpdate')
    if (before.state === state) return
    if (before.state === 'setup' && state === 'closed') throw new Refusal('judging_not_ready')
    if (!(await newestRubric(tx, stageId))) throw new Refusal('judging_not_ready')
    const remind_at = state === 'reading' ? reminderOf(before.read_until, services.clock()) : null
    await tx.updateTable('judgings').set({ state, remind_at }).where('stage_id', '=', stageId).execute()
    await audited(tx, actorId, place, state === 'reading' ? 'judging_opened' : 'judging_closed', [
      { field: 'state', title: 'Оценивание', before: states[before.state], after: states[state] },
    ])
  })
  return readJudging(services, place, 'whole')
}

export const audited = (tx: Tx, actorId: number | null, place: Place, action: string, changes: StageChange[]) =>
  recordAudit(tx, {
    actorId,
    action,
    subject: `stage:${place.competition}/${place.code}`,
    detail: { competition: place.competition, stage: place.code, changes },
  })
