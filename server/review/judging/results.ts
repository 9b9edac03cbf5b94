import { sql } from 'kysely'
import type { Db, Tx } from '#server/db.ts'
import type { Services } from '#server/services.ts'
import type { Page } from '#shared/platform/api/page.ts'
import { type FinalMark, finalMarks, type GivenTotal, type Method } from '#shared/stages/final-marks.ts'
import { authorName } from './list-readings.ts'
import { stopped } from './stopped.ts'
import { counts, defaultJudging, isReference, judgedStage, judgingOf, type Place } from './store.ts'

/**
 * The final marks of a stage by work. Only marks of current hand-ins count. Where experts agreed on the marks of a
 * work, the agreed ones count.
 */
export async function marksAt(db: Db | Tx, stageId: number, method: Method): Promise<Map<number, FinalMark>> {
  const { rows } = await sql<GivenTotal>`
    select r.work_id as work, r.judge_id as judge, r.total
    from readings r join works w on w.id = r.work_id
    where w.stage_id = ${stageId} and ${counts} and not ${isReference}`.execute(db)
  const { rows: agreed } = await sql<{ work: number; total: number }>`
    select e.work_id as work, e.total
    from judge_references e join works w on w.id = e.work_id and w.hand_in_id = e.hand_in_id
    where w.stage_id = ${stageId}`.execute(db)
  const marks = finalMarks(rows, method)
  for (const { work, total } of agreed) marks.push({ work, readings: 0, raw: total, final: total, agreed: true })
  return new Map(marks.map((mark) => [mark.work, mark]))
}

interface Row {
  work_id: number
  name: string
  test_id: number | null
  assigned: number
  done: number
  spread: number | null
  passes: number
  fails: number
  further: boolean
  stopped: boolean
  reference: 'training' | 'hidden' | null
  outcome: 'passed' | 'failed' | null
}

/**
 * The works of a stage that wait or were given to judges, the best mark first. `disputed`: works whose judges differ by
 * the gap, or in whether the work should pass.
 */
export async function listResults(
  services: Services,
  place: Place,
  { limit, offset, only, open = false }: Page & { only?: 'disputed'; open?: boolean },
) {
  const { db } = services
  const { id: stageId } = await judgedStage(services, place)
  const { method, gap } = (await judgingOf(db, stageId)) ?? defaultJudging
  const marks = await marksAt(db, stageId, method)
  const { rows } = await sql<Row>`
    select w.id as work_id, ${authorName} as name, a.test_id,
      count(r.id) filter (where r.abstained is null)::int as assigned, count(*) filter (where ${counts})::int as done,
      case when count(*) filter (where ${counts}) > 1 then
        max(r.total) filter (where ${counts}) - min(r.total) filter (where ${counts}) end as spread,
      count(*) filter (where ${counts} and r.verdict = 'pass')::int as passes,
      count(*) filter (where ${counts} and r.verdict = 'fail')::int as fails,
      coalesce(bool_or(r.extra and r.abstained is null and r.done_at is null), false) as further, ${stopped} as stopped,
      case when e.training then 'training' when e.work_id is not null then 'hidden' end as reference,
      case when f.passed_at is not null then 'passed' when f.failed_at is not null then 'failed' end as outcome
    from works w
    left join readings r on r.work_id = w.id
    left join judge_references e on e.work_id = w.id and e.hand_in_id = w.hand_in_id
    left join accounts a on a.id = w.account_id
    left join formed_teams t on t.id = w.team_id
    left join stage_facts f on f.stage_id = w.stage_id and f.account_id = coalesce(w.account_id, (
      select m.account_id from formed_team_members m where m.team_id = w.team_id and m.state = 'active'
      order by m.role, m.account_id limit 1))
    where w.stage_id = ${stageId} and (r.id is not null or (w.waits_since is not null and w.step <> 'check'))
    group by w.id, a.id, t.id, e.work_id, f.passed_at, f.failed_at`.execute(db)
  const works = rows
    .map((row) => ({
      ...row,
      disputed: row.reference === null && isDisputed(row, gap),
      raw: marks.get(row.work_id)?.raw ?? null,
      final: marks.get(row.work_id)?.final ?? null,
    }))
    .sort((a, b) => (b.final ?? -1) - (a.final ?? -1) || a.work_id - b.work_id)
  const disputed = works.filter((work) => work.disputed)
  const shown = only === 'disputed' ? disputed : works
  return {
    count: shown.length,
    disputed: disputed.length,
    works: shown.slice(offset, offset + limit),
    open: open ? shown.flatMap(({ work_id, outcome, stopped }) => (outcome === null && !stopped ? [work_id] : [])) : [],
  }
}

const isDisputed = ({ spread, passes, fails }: Row, gap: number | null): boolean =>
  (gap !== null && (spread ?? 0) >= gap) || (passes > 0 && fails > 0)
