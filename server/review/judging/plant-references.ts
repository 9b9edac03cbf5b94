import { sql } from 'kysely'
import type { Tx } from '#server/db.ts'
import { referencePlaces, referencesIn } from '#shared/review/judging/reference-places.ts'
import type { Assignment } from './assignment.ts'
import { conflictsAt } from './conflicts.ts'
import { stopped } from './stopped.ts'

/** How many of a hundred works that a judge reads are hidden references. */
const plantedShare = 15

interface Reference {
  work: number
  training: boolean
  /** The judges who have it already. */
  judges: number[]
}

/**
 * The readings to assign, in the order in which the judges get them: first missing training works, then the judge's
 * works with hidden references among them at unpredictable places.
 */
export async function withReferences(
  tx: Tx,
  stageId: number,
  pairs: Assignment['pairs'],
): Promise<Assignment['pairs']> {
  const { rows: references } = await sql<Reference>`
    select e.work_id as work, e.training,
      coalesce((select array_agg(r.judge_id) from readings r
        where r.work_id = e.work_id and r.taken is distinct from 'removed'), '{}') as judges
    from judge_references e join works w on w.id = e.work_id and w.hand_in_id = e.hand_in_id
    where w.stage_id = ${stageId} and w.waits_since is not null and not ${stopped}
    order by md5(e.work_id::text)`.execute(tx)
  if (references.length === 0) return pairs
  const { rows: judges } = await sql<{ judge: number; given: number }>`
    select t.account_id as judge, (
      select count(*)::int from readings r join works w on w.id = r.work_id
      where w.stage_id = t.stage_id and r.judge_id = t.account_id and r.abstained is null
        and not exists (select from judge_references e where e.work_id = w.id)) as given
    from stage_staff t where t.stage_id = ${stageId} and t.duty = 'judge'
    order by t.account_id`.execute(tx)
  const barred = new Set((await conflictsAt(tx, stageId)).map(({ judge, work }) => `${judge} ${work}`))
  const own = Map.groupBy(pairs, ({ judge }) => judge)
  return judges.flatMap(({ judge, given }) => {
    const works = (own.get(judge) ?? []).map(({ work }) => work)
    const free = references.filter(({ work, judges: have }) => !have.includes(judge) && !barred.has(`${judge} ${work}`))
    const training = free.flatMap(({ work, training: first }) => (first ? [work] : []))
    const hidden = free.flatMap(({ work, training: first }) => (first ? [] : [work]))
    const planted = references.filter(({ training: first, judges: have }) => !first && have.includes(judge)).length
    return [...training, ...among(works, hidden, { judge, given, planted })].map((work) => ({ work, judge }))
  })
}

/** New works of a judge with so many hidden references that all works of the judge together have the planned share. */
function among(
  works: readonly number[],
  hidden: readonly number[],
  { judge, given, planted }: { judge: number; given: number; planted: number },
): number[] {
  if (works.length === 0) return []
  const wanted = referencesIn({ given: given + works.length, reference_share: plantedShare }) - planted
  const chosen = [...hidden.slice(judge % Math.max(1, hidden.length)), ...hidden].slice(
    0,
    Math.max(0, Math.min(hidden.length, wanted)),
  )
  const places = referencePlaces({ given: works.length, reference_share: plantedShare }, judge)
  const row = [...works]
  chosen.forEach((work, at) => {
    row.splice(Math.min(row.length, (places[at % Math.max(1, places.length)] ?? 1) + at), 0, work)
  })
  return row
}
