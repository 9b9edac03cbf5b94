import { sql } from 'kysely'
import type { Tx } from '#server/db.ts'
import { addJob, type JobContext } from '#server/platform/jobs/jobs.ts'
import type { Services } from '#server/services.ts'
import { Refusal } from '#shared/api/refusals.ts'
import { formatWire } from '#shared/time/moscow.ts'
import type { AvailableJudge, WorkToRead } from './assignment.ts'
import { conflictsAt } from './conflicts.ts'
import { audited, readJudging } from './edit-judging.ts'
import { planApart } from './plan-apart.ts'
import { withReferences } from './plant-references.ts'
import { assesses, isReference, judgedStage, judgingOf, lockJudging, type Place } from './store.ts'
import type { Assigned } from './tables.ts'

interface Asked extends Place {
  actorId: number
}

/** Asks for an assignment. The plan takes seconds for thousands of works, so a job makes it. */
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
  })
  return readJudging(services, place)
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
 * Gives every work that waits the judges that it lacks. What is assigned stays, so it can run again when people drop out
 * or works arrive. Until the organiser opens the judging nobody sees it. When the last attempt fails, the organiser is told.
 */
export async function assignWorks(services: Services, { actorId, ...place }: Asked, { lastAttempt }: JobContext) {
  const { db, clock } = services
  const { id: stageId } = await judgedStage(services, place)
  const end = (tx: Tx, result: Omit<Assigned, 'at'>) =>
    tx
      .updateTable('judgings')
      .set({ assign_asked_at: null, assigned: JSON.stringify({ at: formatWire(clock()), ...result }) })
      .where('stage_id', '=', stageId)
      .execute()
  try {
    const judging = await judgingOf(db, stageId)
    if (!judging) return
    const { works, judges } = await lackingAt(services, stageId, judging.readers)
    const rules = { cap: judging.load_cap, otherRegion: judging.other_region }
    // The plan is made without a lock, and what changed meanwhile is left out.
    const plan = await planApart(works, judges, rules)
    await db.transaction().execute(async (tx) => {
      const now = await lockJudging(tx, stageId, 'forUpdate')
      const pairs = now.state === 'closed' ? [] : plan.pairs
      const given = now.state === 'closed' ? [] : await withReferences(tx, stageId, pairs)
      const { rows } = await sql<{ id: number }>`
        insert into readings (work_id, judge_id, assigned_at, assigned_by)
        select p.work, p.judge, ${clock()}, (select id from accounts where id = ${actorId})
        from unnest(${given.map(({ work }) => work)}::int[], ${given.map(({ judge }) => judge)}::int[])
          with ordinality as p (work, judge, place)
        join works w on w.id = p.work and w.waits_since is not null and w.step <> 'check'
        join stage_staff t on t.stage_id = w.stage_id and t.account_id = p.judge and t.duty = 'judge'
        order by p.place
        on conflict do nothing
        returning id`.execute(tx)
      if (rows.length > 0)
        await audited(tx, actorId, place, 'works_assigned', [
          { field: 'readings', title: `Поручено чтений: ${rows.length}` },
        ])
      await end(tx, { added: rows.length, gaps: plan.gaps.slice(0, shownGaps), failed: false })
    })
  } catch (fault) {
    if (lastAttempt) await db.transaction().execute((tx) => end(tx, { added: 0, gaps: [], failed: true }))
    throw fault
  }
}

/** So many works that lack judges are named. */
const shownGaps = 100

async function lackingAt({ db }: Services, stageId: number, readers: number) {
  const { rows: works } = await sql<{
    id: number
    missing: number
    region: string | null
    topic: string | null
    judges: number[]
  }>`
    select w.id, p.region, w.topic,
      ${readers} - count(r.id) filter (where r.abstained is null and not r.extra)::int as missing,
      coalesce(array_agg(r.judge_id) filter (where r.id is not null), '{}') as judges
    from works w
    join stages s on s.id = w.stage_id
    left join participations p on p.account_id = w.account_id and p.competition_code = s.competition_code
    left join readings r on r.work_id = w.id
    where w.stage_id = ${stageId} and w.waits_since is not null and w.step <> 'check' and not ${isReference}
      -- Works that participants assess are given to experts one by one, where there is a reason.
      and not exists (select from stages p where ${assesses})
    group by w.id, p.region
    having count(r.id) filter (where r.abstained is null and not r.extra) < ${readers}
    order by w.id`.execute(db)
  const { rows: judges } = await sql<AvailableJudge>`
    select t.account_id as id, t.region, t.topics, (
      select count(*)::int from readings r join works w on w.id = r.work_id
      where w.stage_id = t.stage_id and r.judge_id = t.account_id and r.abstained is null) as load
    from stage_staff t where t.stage_id = ${stageId} and t.duty = 'judge'
    order by t.account_id`.execute(db)
  const barred = new Map(works.map(({ id, judges: have }) => [id, new Set(have)]))
  for (const { judge, work } of await conflictsAt(db, stageId)) barred.get(work)?.add(judge)
  return {
    judges,
    works: works.map(
      ({ judges: _have, ...work }): WorkToRead => ({ ...work, barred: barred.get(work.id) ?? new Set() }),
    ),
  }
}
