import { sql } from 'kysely'
import type { Tx } from '#server/db.ts'
import { messagePerson } from '#server/messages/notifications/message-person.ts'
import { addJob } from '#server/platform/jobs/jobs.ts'
import type { JobContext } from '#server/platform/jobs/task.ts'
import type { Services } from '#server/services.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { quoted } from '#shared/platform/text/quoted.ts'
import { formatWire } from '#shared/platform/time/moscow.ts'
import type { AvailableJudge, WorkToRead } from './assignment.ts'
import { conflictsAt } from './conflicts.ts'
import { audited, readJudging } from './edit-judging.ts'
import { keepGaps } from './list-gaps.ts'
import { nameFurtherJudge } from './name-further-judge.ts'
import { planApart } from './plan-apart.ts'
import { withReferences } from './plant-references.ts'
import { stopped } from './stopped.ts'
import {
  assesses,
  hasPlace,
  isPrepared,
  isReference,
  judgedStage,
  judgeRegion,
  judgingOf,
  lockJudging,
  type Place,
} from './store.ts'
import type { Assigned } from './tables.ts'

interface Asked extends Place {
  /** Null: a job replaces judges who have dropped out, no organiser has asked for it. */
  actorId: number | null
}

/** Requests an assignment. The plan takes seconds for thousands of works, so a job makes it. */
export async function askForAssignment(services: Services, actorId: number, place: Place) {
  const { db, clock } = services
  const { id: stageId } = await judgedStage(services, place)
  await db.transaction().execute(async (tx) => {
    const { state } = await lockJudging(tx, stageId, 'forUpdate')
    if (state === 'closed') throw new Refusal('judging_closed')
    if (!(await hasJudges(tx, stageId))) throw new Refusal('no_judges')
    await tx.updateTable('judgings').set({ assign_asked_at: clock() }).where('stage_id', '=', stageId).execute()
    const asked: Asked = { actorId, competition: place.competition, code: place.code }
    await addJob(tx, 'assign_works', asked, { jobKey: `assign_works ${stageId}`, maxAttempts: 5 })
    await audited(tx, actorId, place, 'assignment_asked', [])
  })
  return readJudging(services, place, 'whole')
}

const hasJudges = (tx: Tx, stageId: number) =>
  tx
    .selectFrom('stage_staff')
    .select('account_id')
    .where('stage_id', '=', stageId)
    .where('duty', '=', 'judge')
    .limit(1)
    .executeTakeFirst()

/**
 * Gives every work that waits its missing judges. Earlier assignments stay, so it can run again when people drop out or
 * works arrive. Nobody sees it until the organiser opens the judging. When the last attempt fails, the organiser is
 * notified.
 */
export async function assignWorks(
  services: Services,
  { actorId, ...place }: Asked,
  { lastAttempt }: Pick<JobContext, 'lastAttempt'>,
) {
  const { db, clock } = services
  const { id: stageId } = await judgedStage(services, place)
  const end = (tx: Tx, result: Omit<Assigned, 'at'>) =>
    tx
      .updateTable('judgings')
      .set({
        assign_asked_at: null,
        assigned: JSON.stringify({ at: formatWire(clock()), ...result, ...(actorId === null && { instead: true }) }),
      })
      .where('stage_id', '=', stageId)
      .execute()
  try {
    const judging = await judgingOf(db, stageId)
    if (!judging) return
    const instead = actorId === null
    const seen = await gapsAt(services, stageId)
    const { works, judges, preparing } = await lackingAt(services, stageId, judging.readers, instead)
    const rules = { cap: judging.load_cap, otherRegion: judging.other_region }
    const begun = clock()
    // The plan is made without a lock; pairs that have become impossible meanwhile are left out below.
    const plan = await planApart(works, judges, rules)
    await db.transaction().execute(async (tx) => {
      const now = await lockJudging(tx, stageId, 'forUpdate')
      const pairs = now.state === 'closed' ? [] : plan.pairs
      const planned = now.state === 'closed' ? [] : await withReferences(tx, stageId, pairs)
      const unsure = await whoSaidSince(tx, stageId, begun)
      const given = planned.filter(({ judge }) => !unsure.has(judge))
      // Only the gaps that this plan has looked at are closed: a judge who drops out meanwhile leaves a new one.
      await tx
        .deleteFrom('reading_gaps')
        .where('work_id', 'in', [0, ...seen.map(({ work_id }) => work_id)])
        .execute()
      await leaveGaps(
        tx,
        planned.flatMap(({ judge, work }) => (unsure.has(judge) ? [work] : [])),
      )
      const assigned = await insertReadings(tx, given, { actorId, readers: now.readers, at: clock() })
      const further = instead && now.state !== 'closed' ? await nameFurther(tx, now, seen, clock()) : 0
      const added = assigned + further
      if (now.state !== 'closed')
        await keepGaps(tx, stageId, plan.gaps, instead ? seen.map(({ work_id }) => work_id) : null)
      if (instead) await tellOrganiser(tx, services, { stageId, place, added, gaps: plan.gaps.length })
      if (added > 0)
        await audited(tx, actorId, place, 'works_assigned', [{ field: 'readings', title: `Поручено чтений: ${added}` }])
      if (!instead || added + plan.gaps.length > 0) await end(tx, { added, preparing, failed: false })
    })
  } catch (fault) {
    if (lastAttempt) await db.transaction().execute((tx) => end(tx, { added: 0, preparing: 0, failed: true }))
    throw fault
  }
}

/** Judges who have stated their background since then: the plan, made without it, may give them works of colleagues. */
async function whoSaidSince(tx: Tx, stageId: number, since: Date): Promise<Set<number>> {
  const rows = await tx
    .selectFrom('judge_backgrounds as b')
    .innerJoin('stage_staff as t', 't.account_id', 'b.account_id')
    .select('b.account_id')
    .where('t.stage_id', '=', stageId)
    .where('t.duty', '=', 'judge')
    .where('b.said_at', '>=', since)
    .execute()
  return new Set(rows.map(({ account_id }) => account_id))
}

/** Marks works as lacking a judge, as if theirs had dropped out: the job finds another one. */
const leaveGaps = (tx: Tx, works: readonly number[]) =>
  sql`insert into reading_gaps (work_id) select distinct work from unnest(${[...works]}::int[]) as work
    on conflict do nothing`.execute(tx)

/** A statement has seconds, and thousands of works need tens of thousands of readings. */
const insertedAtOnce = 5000

/** Gives the works to the judges, unless something has changed since the plan. Returns the number of added readings. */
async function insertReadings(
  tx: Tx,
  given: readonly { work: number; judge: number }[],
  { actorId, readers, at }: { actorId: number | null; readers: number; at: Date },
): Promise<number> {
  let added = 0
  for (let from = 0; from < given.length; from += insertedAtOnce) {
    const part = given.slice(from, from + insertedAtOnce)
    const works = part.map(({ work }) => work)
    // Readings are counted for all works at once: for a table that was empty a moment ago PostgreSQL chooses a bad
    // plan.
    const { rows } = await sql<{ id: number }>`
        with had as materialized (
          select r.work_id, count(*) as readers from readings r join works w on w.id = r.work_id
          where r.work_id = any(${works}::int[]) and ${hasPlace} group by r.work_id
        )
        insert into readings (work_id, judge_id, assigned_at, assigned_by)
        select p.work, p.judge, ${at}, (select id from accounts where id = ${actorId})
        from (
          select given.*, row_number() over (partition by given.work order by given.place) as nth
          from unnest(${works}::int[], ${part.map(({ judge }) => judge)}::int[])
            with ordinality as given (work, judge, place)) as p
        join works w on w.id = p.work and w.waits_since is not null and w.step <> 'check' and not ${stopped}
        join stage_staff t on t.stage_id = w.stage_id and t.account_id = p.judge and t.duty = 'judge'
        left join had on had.work_id = p.work
        -- Two plans made at the same time must not give a work more judges than it needs.
        where (${isReference} or p.nth + coalesce(had.readers, 0) <= ${readers})
          -- A conflict may have been declared while the plan was being made.
          and not exists (select from judge_conflicts c where c.stage_id = w.stage_id and c.judge_id = p.judge
            and (c.account_id = w.account_id or c.account_id in (
              select m.account_id from formed_team_members m where m.team_id = w.team_id and m.state = 'active')))
        order by p.place
        -- A judge who was removed and added again gets back the marks typed before.
        on conflict (work_id, judge_id) do update set taken = null, abstained = null, abstained_at = null, extra = false,
          for_appeal = false, assigned_at = excluded.assigned_at, assigned_by = excluded.assigned_by
          where readings.taken = 'removed'
        returning id`.execute(tx)
    added += rows.length
  }
  return added
}

interface Gap {
  work_id: number
  hand_in_id: number
  stage_id: number
}

/** Works of the stage that have lost a judge. A work in preparation or a stopped one keeps its gap for later. */
async function gapsAt({ db }: Services, stageId: number): Promise<Gap[]> {
  const { rows } = await sql<Gap>`
    select w.id as work_id, w.hand_in_id, w.stage_id from reading_gaps g join works w on w.id = g.work_id
    where w.stage_id = ${stageId} and ${isPrepared} and not ${stopped} order by w.id`.execute(db)
  return rows
}

/** Replaces a lost third judge for works that are still disputed. Returns how many judges were named. */
async function nameFurther(
  tx: Tx,
  { gap, readers }: { gap: number | null; readers: number },
  seen: readonly Gap[],
  now: Date,
): Promise<number> {
  let named = 0
  for (const work of seen) {
    const { rows } = await sql`
      select w.id from works w where w.id = ${work.work_id} and w.hand_in_id = ${work.hand_in_id}
        and w.waits_since is not null and not ${isReference}
        and not exists (select from stages s, stages p where s.id = w.stage_id and ${assesses})
      for no key update of w`.execute(tx)
    if (rows.length > 0 && (await nameFurtherJudge(tx, { ...work, gap, readers, agreed_total: null }, now)) !== null)
      named += 1
  }
  return named
}

/**
 * Gives the works that have lost a judge to others, at every stage whose judging is open and whose works were assigned.
 * The organiser is notified of works for which there is no judge; they are looked at again only at the organiser's
 * request.
 */
export async function topUpReadings(services: Services): Promise<void> {
  const { rows } = await sql<Place>`
    select distinct s.competition_code as competition, s.code
    from reading_gaps g join works w on w.id = g.work_id join stages s on s.id = w.stage_id
    join judgings j on j.stage_id = s.id
    where j.state = 'reading' and j.assigned is not null and j.assign_asked_at is null and ${isPrepared} and not ${stopped}
    order by 1, 2`.execute(services.db)
  for (const place of rows) await assignWorks(services, { actorId: null, ...place }, { lastAttempt: false })
}

/** Notifies the organiser who last assigned works of the stage about the works that lost their judges. */
async function tellOrganiser(
  tx: Tx,
  services: Services,
  { stageId, place, added, gaps }: { stageId: number; place: Place; added: number; gaps: number },
): Promise<void> {
  if (added + gaps === 0) return
  const { rows } = await sql<{ organiser: number; title: string }>`
    select r.assigned_by as organiser, s.title from readings r
    join works w on w.id = r.work_id join stages s on s.id = w.stage_id
    where w.stage_id = ${stageId} and r.assigned_by is not null order by r.id desc limit 1`.execute(tx)
  const [found] = rows
  if (!found) return
  await messagePerson(tx, services, found.organiser, {
    kind: 'stages',
    title: `${quoted(found.title)}: вместо выбывших экспертов назначены другие`,
    text: [
      `Поручено чтений: ${added}.`,
      gaps > 0 && `Осталось работ без замены: ${gaps}. Пригласите ещё экспертов и распределите работы снова.`,
    ]
      .filter(Boolean)
      .join(' '),
    link: { path: `/admin/${place.competition}/stages/${place.code}`, words: 'Открыть этап' },
  })
}

async function lackingAt({ db }: Services, stageId: number, readers: number, instead: boolean) {
  const { rows: works } = await sql<{
    id: number
    missing: number
    region: string | null
    topic: string | null
    judges: number[]
    prepared: boolean
  }>`
    select w.id, p.region, w.topic, ${isPrepared} as prepared,
      ${readers} - count(r.id) filter (where ${hasPlace})::int as missing,
      coalesce(array_agg(r.judge_id) filter (where r.id is not null and r.taken is distinct from 'removed'), '{}') as judges
    from works w
    join stages s on s.id = w.stage_id
    left join participations p on p.account_id = w.account_id and p.competition_code = s.competition_code
    left join readings r on r.work_id = w.id
    where w.stage_id = ${stageId} and w.waits_since is not null and w.step <> 'check' and not ${isReference}
      and not ${stopped}
      -- Works that participants assess are given to experts one by one, each for a reason.
      and not exists (select from stages p where ${assesses})
      and (not ${instead}::boolean or exists (select from reading_gaps g where g.work_id = w.id))
    group by w.id, p.region
    having count(r.id) filter (where ${hasPlace}) < ${readers}
    order by w.id`.execute(db)
  const { rows: judges } = await sql<AvailableJudge>`
    select t.account_id as id, ${judgeRegion} as region, t.topics, (
      select count(*)::int from readings r join works w on w.id = r.work_id
      where w.stage_id = t.stage_id and r.judge_id = t.account_id and r.abstained is null) as load
    from stage_staff t where t.stage_id = ${stageId} and t.duty = 'judge'
    order by t.account_id`.execute(db)
  const ready = works.filter(({ prepared }) => prepared)
  const barred = new Map(ready.map(({ id, judges: have }) => [id, new Set(have)]))
  for (const { judge, work } of await conflictsAt(db, stageId)) barred.get(work)?.add(judge)
  return {
    judges,
    works: ready.map(
      ({ judges: _have, prepared: _prepared, ...work }): WorkToRead => ({
        ...work,
        barred: barred.get(work.id) ?? new Set(),
      }),
    ),
    preparing: works.length - ready.length,
  }
}
