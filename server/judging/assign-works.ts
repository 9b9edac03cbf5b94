import { sql } from 'kysely'
import type { Services } from '#server/services.ts'
import { Refusal } from '#shared/api/refusals.ts'
import type { Assignment, AvailableJudge, WorkToRead } from './assignment.ts'
import { conflictsAt } from './conflicts.ts'
import { audited, readJudging } from './edit-judging.ts'
import { planApart } from './plan-apart.ts'
import { judgedStage, judgingOf, lockJudging, type Place } from './store.ts'

/**
 * Gives every work that waits the judges that it lacks. What is assigned stays, so it can run again when people drop out
 * or works arrive. Until the organiser opens the judging nobody sees it.
 */
export async function assignWorks(services: Services, actorId: number, place: Place) {
  const { db, clock } = services
  const { id: stageId } = await judgedStage(services, place)
  const judging = await judgingOf(db, stageId)
  if (!judging) throw new Refusal('judging_not_ready')
  if (judging.state === 'closed') throw new Refusal('judging_closed')
  const { works, judges } = await lackingAt(services, stageId, judging.readers)
  if (judges.length === 0) throw new Refusal('no_judges')
  const rules = { cap: judging.load_cap, otherRegion: judging.other_region }
  // The plan takes seconds for thousands of works: it is made without a lock, and what changed meanwhile is left out.
  const plan = await planApart(works, judges, rules)
  const added = await db.transaction().execute(async (tx) => {
    const now = await lockJudging(tx, stageId, 'forUpdate')
    if (now.state === 'closed') throw new Refusal('judging_closed')
    const { rows } = await sql<{ id: number }>`
      insert into readings (work_id, judge_id, assigned_at, assigned_by)
      select p.work, p.judge, ${clock()}, ${actorId}
      from unnest(${plan.pairs.map(({ work }) => work)}::int[], ${plan.pairs.map(({ judge }) => judge)}::int[]) as p (work, judge)
      join works w on w.id = p.work and w.waits_since is not null
      join stage_staff t on t.stage_id = w.stage_id and t.account_id = p.judge and t.duty = 'judge'
      on conflict do nothing
      returning id`.execute(tx)
    if (rows.length > 0)
      await audited(tx, actorId, place, 'works_assigned', [
        { field: 'readings', title: `Поручено чтений: ${rows.length}` },
      ])
    return rows.length
  })
  return { judging: await readJudging(services, place), added, gaps: await inWords(services, plan.gaps) }
}

async function lackingAt({ db }: Services, stageId: number, readers: number) {
  const { rows: works } = await sql<{ id: number; missing: number; region: string | null; judges: number[] }>`
    select w.id, p.region,
      ${readers} - count(r.id) filter (where r.abstained is null and not r.extra)::int as missing,
      coalesce(array_agg(r.judge_id) filter (where r.id is not null), '{}') as judges
    from works w
    join stages s on s.id = w.stage_id
    left join participations p on p.account_id = w.account_id and p.competition_code = s.competition_code
    left join readings r on r.work_id = w.id
    where w.stage_id = ${stageId} and w.waits_since is not null
    group by w.id, p.region
    having count(r.id) filter (where r.abstained is null and not r.extra) < ${readers}
    order by w.id`.execute(db)
  const { rows: judges } = await sql<AvailableJudge>`
    select t.account_id as id, t.region, (
      select count(*)::int from readings r join works w on w.id = r.work_id
      where w.stage_id = t.stage_id and r.judge_id = t.account_id and r.abstained is null) as load
    from stage_staff t where t.stage_id = ${stageId} and t.duty = 'judge'
    order by t.account_id`.execute(db)
  const barred = new Map(works.map(({ id, judges: have }) => [id, new Set(have)]))
  for (const { judge, work } of await conflictsAt(db, stageId)) barred.get(work)?.add(judge)
  return {
    judges,
    works: works.map(
      ({ id, missing, region }): WorkToRead => ({ id, missing, region, barred: barred.get(id) ?? new Set() }),
    ),
  }
}

/** The first hundred works that lack judges, by the names of their authors. */
async function inWords({ db }: Services, gaps: Assignment['gaps']) {
  if (gaps.length === 0) return []
  const shown = gaps.slice(0, 100)
  const { rows } = await sql<{ id: number; name: string }>`
    select w.id, coalesce('Команда «' || t.name || '»', concat_ws(' ', a.last_name, a.first_name, a.middle_name)) as name
    from works w left join accounts a on a.id = w.account_id left join formed_teams t on t.id = w.team_id
    where w.id = any(${shown.map(({ work }) => work)}::int[])`.execute(db)
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  return shown.map(({ work, missing, reason }) => ({ work_id: work, name: names.get(work) ?? '', missing, reason }))
}
