import { sql } from 'kysely'
import type { Tx } from '#server/db.ts'
import { conflictsAt } from './conflicts.ts'
import type { OwnReading } from './read-reading.ts'
import { stopped } from './stopped.ts'
import { sameRegion } from './store.ts'

/**
 * Names one more judge for a work whose judges have all marked it and differ by the stage's gap or more, or in whether
 * it should pass: the judge with the fewest works and no conflict. The work is locked. No judge is named twice; without
 * a suitable judge none is named.
 */
export async function nameFurtherJudge(
  tx: Tx,
  reading: Pick<OwnReading, 'gap' | 'readers' | 'work_id' | 'hand_in_id' | 'stage_id' | 'agreed_total'>,
  now: Date,
): Promise<number | null> {
  const { gap, readers, work_id: work, hand_in_id: handIn, stage_id: stageId, agreed_total: agreed } = reading
  if (agreed !== null) return null
  const { rows } = await sql<{ done: number; extra: number; spread: number | null; verdicts: number }>`
    select count(*) filter (where done_at is not null and hand_in_id = ${handIn})::int as done,
      count(*) filter (where extra and abstained is null)::int as extra,
      count(distinct verdict) filter (where hand_in_id = ${handIn})::int as verdicts,
      max(total) filter (where hand_in_id = ${handIn}) - min(total) filter (where hand_in_id = ${handIn}) as spread
    from readings where work_id = ${work}`.execute(tx)
  const [standing] = rows
  if (!standing || standing.extra > 0 || standing.done < readers) return null
  const apart = gap !== null && (standing.spread ?? 0) >= gap
  if (!apart && standing.verdicts < 2) return null
  return nameJudge(tx, { stageId, work }, now)
}

interface Named {
  stageId: number
  work: number
  /** For an appeal: a judge who had no part in the decision. */
  forAppeal?: { decidedBy: number | null }
}

/**
 * Names one more judge for a work that is not stopped: the one with the fewest works, without a conflict, who has not
 * marked it as a participant and is within the limits of an assignment: not too many works, which an appeal may exceed,
 * and another region than the author's. Null where there is no such judge.
 */
export async function nameJudge(tx: Tx, { stageId, work, forAppeal }: Named, now: Date): Promise<number | null> {
  const barred = (await conflictsAt(tx, stageId, work)).map(({ judge }) => judge)
  const { rows } = await sql<{ judge: number }>`
    insert into readings (work_id, judge_id, extra, for_appeal, assigned_at)
    select w.id, t.account_id, true, ${forAppeal !== undefined}, ${now}
    from works w
    join stages s on s.id = w.stage_id
    join judgings j on j.stage_id = s.id
    join stage_staff t on t.stage_id = s.id
    cross join lateral (
      select count(*) as works from readings r join works o on o.id = r.work_id
      where o.stage_id = t.stage_id and r.judge_id = t.account_id and r.abstained is null) has
    where w.id = ${work} and t.stage_id = ${stageId} and t.duty = 'judge' and (${forAppeal !== undefined} or not ${stopped})
      and not t.account_id = any(${barred}::int[])
      and (t.topics is null or w.topic = any(t.topics)) and (${forAppeal !== undefined} or has.works < j.load_cap)
      and (j.other_region <> 'rule' or not ${sameRegion})
      and not exists (
        select from readings r where r.work_id = ${work} and r.judge_id = t.account_id and r.taken is distinct from 'removed')
      and not exists (select from peer_tasks k where k.work_id = ${work} and k.rater_id = t.account_id)
      and t.account_id is distinct from ${forAppeal?.decidedBy ?? null}::int
    order by j.other_region = 'wish' and ${sameRegion}, has.works, t.account_id
    limit 1
    on conflict (work_id, judge_id) do update set taken = null, abstained = null, abstained_at = null, extra = true,
      for_appeal = excluded.for_appeal, assigned_at = excluded.assigned_at
      where readings.taken = 'removed'
    returning judge_id as judge`.execute(tx)
  return rows[0]?.judge ?? null
}
