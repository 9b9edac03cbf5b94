import { sql } from 'kysely'
import type { Db, Tx } from '#server/db.ts'
import { apartFromMany } from '#server/platform/jobs/in-thread.ts'
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

interface Judged {
  spread: number | null
  passes: number
  fails: number
}

interface Row extends Judged {
  work_id: number
  name: string
  test_id: number | null
  assigned: number
  done: number
  further: boolean
  stopped: boolean
  reference: 'training' | 'hidden' | null
  outcome: 'passed' | 'failed' | null
}

interface AskedOrder {
  stageId: number
  method: Method
  gap: number | null
}

/** The works of a stage that wait or were given to judges, the best mark first, in columns: there may be very many. */
export interface OrderedWorks {
  ids: Int32Array
  /** NaN: nobody has marked it. */
  raw: Float64Array
  final: Float64Array
  /** 1: its judges differ by the gap, or in whether it should pass. */
  disputed: Uint8Array
  /** 1: nothing is decided about it, and it is not stopped. */
  open: Uint8Array
}

/** The readings `r` of the work `w` in numbers. */
const inNumbers = sql`case when count(*) filter (where ${counts}) > 1 then
    max(r.total) filter (where ${counts}) - min(r.total) filter (where ${counts}) end as spread,
  count(*) filter (where ${counts} and r.verdict = 'pass')::int as passes,
  count(*) filter (where ${counts} and r.verdict = 'fail')::int as fails`

const factsOfWork = sql`left join stage_facts f on f.stage_id = w.stage_id and f.account_id = coalesce(w.account_id, (
  select m.account_id from formed_team_members m where m.team_id = w.team_id and m.state = 'active'
  order by m.role, m.account_id limit 1))`

export async function orderWorks(db: Db, { stageId, method, gap }: AskedOrder): Promise<OrderedWorks> {
  const marks = await marksAt(db, stageId, method)
  const { rows } = await sql<Judged & { id: number; reference: boolean; open: boolean }>`
    select w.id, ${inNumbers}, ${isReference} as reference,
      f.passed_at is null and f.failed_at is null and not ${stopped} as open
    from works w left join readings r on r.work_id = w.id ${factsOfWork}
    where w.stage_id = ${stageId} and (r.id is not null or (w.waits_since is not null and w.step <> 'check'))
    group by w.id, f.passed_at, f.failed_at`.execute(db)
  rows.sort((a, b) => (marks.get(b.id)?.final ?? -1) - (marks.get(a.id)?.final ?? -1) || a.id - b.id)
  return {
    ids: Int32Array.from(rows, ({ id }) => id),
    raw: Float64Array.from(rows, ({ id }) => marks.get(id)?.raw ?? Number.NaN),
    final: Float64Array.from(rows, ({ id }) => marks.get(id)?.final ?? Number.NaN),
    disputed: Uint8Array.from(rows, (row) => Number(!row.reference && isDisputed(row, gap))),
    open: Uint8Array.from(rows, ({ open }) => Number(open)),
  }
}

/** One page of the works of a stage, the best mark first, or of those whose judges differ. */
export async function listResults(
  services: Services,
  place: Place,
  { limit, offset, only, open = false }: Page & { only?: 'disputed'; open?: boolean },
) {
  const { db, readings } = services
  const { id: stageId } = await judgedStage(services, place)
  const { method, gap } = (await judgingOf(db, stageId)) ?? defaultJudging
  const asked = {
    rows: sql`from readings r join works w on w.id = r.work_id where w.stage_id = ${stageId}`,
    file: new URL('./results-worker.ts', import.meta.url),
    input: { stageId, method, gap },
  }
  const { as_of, ...works } = await readings.figures({
    competition: place.competition,
    name: `judged ${JSON.stringify(asked.input)}`,
    read: (of) => apartFromMany(of, asked, orderWorks),
  })
  const all = works.ids.map((_id, at) => at)
  const disputed = all.filter((at) => works.disputed[at])
  const shown = only === 'disputed' ? disputed : all
  const page = [...shown.subarray(offset, offset + limit)].map((at) => ({ at, id: works.ids[at] ?? 0 }))
  const { rows } = await sql<Row>`
    select w.id as work_id, ${authorName} as name, a.test_id,
      count(r.id) filter (where r.abstained is null)::int as assigned, count(*) filter (where ${counts})::int as done,
      ${inNumbers},
      coalesce(bool_or(r.extra and r.abstained is null and r.done_at is null), false) as further, ${stopped} as stopped,
      case when e.training then 'training' when e.work_id is not null then 'hidden' end as reference,
      case when f.passed_at is not null then 'passed' when f.failed_at is not null then 'failed' end as outcome
    from works w
    left join readings r on r.work_id = w.id
    left join judge_references e on e.work_id = w.id and e.hand_in_id = w.hand_in_id
    left join accounts a on a.id = w.account_id
    left join formed_teams t on t.id = w.team_id
    ${factsOfWork}
    where w.id = any(${page.map(({ id }) => id)}::int[])
    group by w.id, a.id, t.id, e.work_id, f.passed_at, f.failed_at`.execute(db)
  const known = new Map(rows.map((row) => [row.work_id, row]))
  const mark = (of: number | undefined) => (of === undefined || Number.isNaN(of) ? null : of)
  return {
    as_of,
    count: shown.length,
    disputed: disputed.length,
    works: page.flatMap(({ at, id }) => {
      const row = known.get(id)
      const marks = { raw: mark(works.raw[at]), final: mark(works.final[at]) }
      return row ? [{ ...row, ...marks, disputed: works.disputed[at] === 1 }] : []
    }),
    open: open ? Array.from(shown.filter((at) => works.open[at])).map((at) => works.ids[at] ?? 0) : [],
  }
}

const isDisputed = ({ spread, passes, fails }: Judged, gap: number | null): boolean =>
  (gap !== null && (spread ?? 0) >= gap) || (passes > 0 && fails > 0)
