import { sql } from 'kysely'
import type { Db, Tx } from '#server/db.ts'
import { counts } from '#server/review/judging/store.ts'
import type { PeerMark } from '#shared/kinds/mgmt_solution_assessment/peer-mark.ts'
import { type Exchange, ringsOfRaters } from '#shared/kinds/mgmt_solution_assessment/suspicious.ts'
import { type RaterQuality, raterQuality } from '#shared/review/judging/rater-quality.ts'
import { finalMarks } from '#shared/stages/final-marks.ts'

interface GivenMark {
  work: number
  judge: number
  total: number
  spent: number
  /** The experts' mark of a reference; null for a work of the pool. */
  reference: number | null
  pooled: boolean
  weight: number | null
  excluded: boolean
}

/** All results calculated from the marks of a stage. */
export interface Scores {
  given: GivenMark[]
  /** By the rater; a weight set by the organiser replaces the calculated one. */
  quality: Map<number, RaterQuality>
  marks: Map<number, PeerMark & { spread: number | null }>
  rings: ReturnType<typeof ringsOfRaters>
}

const twoDigits = (number: number) => Math.round(number * 100) / 100

/**
 * Scores the works. Marks of an earlier hand-in and those of excluded raters do not count. Where experts have marked a
 * work, their mean is its mark.
 */
export async function scoreWorks(db: Db, stageId: number): Promise<Scores> {
  const { rows: given } = await sql<GivenMark>`
    select t.work_id as work, t.rater_id as judge, t.total, t.spent, e.total as reference, p.work_id is not null as pooled,
      r.weight, r.excluded_because is not null as excluded
    from peer_tasks t
    join peer_raters r on r.stage_id = t.stage_id and r.account_id = t.rater_id
    left join peer_references e on e.stage_id = t.stage_id and e.work_id = t.work_id
    left join peer_pool p on p.stage_id = t.stage_id and p.work_id = t.work_id and p.hand_in_id = t.hand_in_id
    where t.stage_id = ${stageId} and t.done_at is not null and t.kind <> 'training'
      and (p.work_id is not null or e.work_id is not null)
    order by t.id`.execute(db)
  const counted = given.filter(({ excluded }) => !excluded)
  const set = new Map(given.flatMap(({ judge, weight }) => (weight === null ? [] : [[judge, weight] as const])))
  const quality = new Map(
    raterQuality(counted).map((one) => [one.judge, { ...one, weight: set.get(one.judge) ?? one.weight }]),
  )
  const pooled = counted.filter((one) => one.pooled)
  const marks: Scores['marks'] = new Map()
  const totals = pooled.map(({ work, judge, total }) => ({
    work,
    judge,
    total,
    weight: quality.get(judge)?.weight ?? 1,
  }))
  const extremes = new Map<number, { least: number; most: number }>()
  for (const { work, total } of pooled) {
    const { least, most } = extremes.get(work) ?? { least: total, most: total }
    extremes.set(work, { least: Math.min(least, total), most: Math.max(most, total) })
  }
  for (const { work, readings, raw, final } of finalMarks(totals, 'normalised')) {
    const { least = 0, most = 0 } = extremes.get(work) ?? {}
    const spread = readings > 1 ? twoDigits(most - least) : null
    marks.set(work, { received: readings, experts: 0, raw, balanced: final, spread })
  }
  for (const mark of await expertMarks(db, stageId)) {
    const known = marks.get(mark.work) ?? { received: 0, raw: null, spread: null }
    marks.set(mark.work, { ...known, experts: mark.experts, balanced: balancedOf(mark) })
  }
  return { given, quality, marks, rings: ringsOfRaters(await exchanges(db, pooled)) }
}

/** The mark of a work that experts have marked. */
export const balancedOf = ({ mean }: { mean: number }) => twoDigits(mean)

/** The means of experts: from the judging, and for references the agreed totals. Of all works or of one. */
export async function expertMarks(db: Db | Tx, stageId: number, work: number | null = null) {
  const { rows } = await sql<{ work: number; experts: number; mean: number }>`
    select p.work_id as work, count(*)::int as experts, avg(r.total)::float as mean
    from peer_pool p
    join works w on w.id = p.work_id
    join readings r on r.work_id = w.id and ${counts}
    where p.stage_id = ${stageId} and p.work_id = coalesce(${work}::int, p.work_id)
    group by p.work_id
    union all
    select work_id, 0, total from peer_references
    where stage_id = ${stageId} and work_id = coalesce(${work}::int, work_id)`.execute(db)
  return rows
}

/** How far each total is above those of the others for the same work, with the authors of the work. */
async function exchanges(db: Db, given: readonly GivenMark[]): Promise<Exchange[]> {
  const works = new Map<number, { sum: number; count: number }>()
  for (const { work, total } of given) {
    const { sum, count } = works.get(work) ?? { sum: 0, count: 0 }
    works.set(work, { sum: sum + total, count: count + 1 })
  }
  const { rows } = await sql<{ work: number; author: number }>`
    select w.id as work, w.account_id as author from works w
    where w.id = any(${[...works.keys()]}::int[]) and w.account_id is not null
    union all
    select w.id, m.account_id from works w
    join formed_team_members m on m.team_id = w.team_id and m.state = 'active'
    where w.id = any(${[...works.keys()]}::int[])`.execute(db)
  const authors = Map.groupBy(rows, ({ work }) => work)
  return given.flatMap(({ work, judge, total }) => {
    const { sum, count } = works.get(work) ?? { sum: 0, count: 0 }
    if (count < 2) return []
    const above = total - (sum - total) / (count - 1)
    return (authors.get(work) ?? []).map(({ author }) => ({ from: judge, to: author, above }))
  })
}
