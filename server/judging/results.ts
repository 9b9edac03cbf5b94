import { sql } from 'kysely'
import type { Db } from '#server/db.ts'
import type { Services } from '#server/services.ts'
import type { Page } from '#shared/api/page.ts'
import { type FinalMark, finalMarks, type GivenTotal, type Method } from '#shared/judging/final-marks.ts'
import { authorName } from './list-readings.ts'
import { counts, defaultJudging, judgedStage, judgingOf, type Place } from './store.ts'

/** The final marks of a stage by work. Only marks of hand-ins that stand now count. */
export async function marksAt(db: Db, stageId: number, method: Method): Promise<Map<number, FinalMark>> {
  const { rows } = await sql<GivenTotal>`
    select r.work_id as work, r.judge_id as judge, r.total
    from readings r join works w on w.id = r.work_id
    where w.stage_id = ${stageId} and ${counts}`.execute(db)
  return new Map(finalMarks(rows, method).map((mark) => [mark.work, mark]))
}

interface Row {
  work_id: number
  name: string
  test_id: number | null
  assigned: number
  done: number
  spread: number | null
  outcome: 'passed' | 'failed' | null
}

/** The works of a stage that were given to judges, the best mark first. */
export async function listResults(services: Services, place: Place, { limit, offset }: Page) {
  const { db } = services
  const { id: stageId } = await judgedStage(services, place)
  const { method } = (await judgingOf(db, stageId)) ?? defaultJudging
  const marks = await marksAt(db, stageId, method)
  const { rows } = await sql<Row>`
    select w.id as work_id, ${authorName} as name, a.test_id,
      count(r.id) filter (where r.abstained is null)::int as assigned, count(*) filter (where ${counts})::int as done,
      case when count(*) filter (where ${counts}) > 1 then
        max(r.total) filter (where ${counts}) - min(r.total) filter (where ${counts}) end as spread,
      case when f.passed_at is not null then 'passed' when f.failed_at is not null then 'failed' end as outcome
    from works w
    join readings r on r.work_id = w.id
    left join accounts a on a.id = w.account_id
    left join formed_teams t on t.id = w.team_id
    left join stage_facts f on f.stage_id = w.stage_id and f.account_id = coalesce(w.account_id, (
      select m.account_id from formed_team_members m where m.team_id = w.team_id and m.state = 'active'
      order by m.role, m.account_id limit 1))
    where w.stage_id = ${stageId}
    group by w.id, a.id, t.id, f.passed_at, f.failed_at`.execute(db)
  const works = rows
    .map((row) => ({ ...row, raw: marks.get(row.work_id)?.raw ?? null, final: marks.get(row.work_id)?.final ?? null }))
    .sort((a, b) => (b.final ?? -1) - (a.final ?? -1) || a.work_id - b.work_id)
  return { count: works.length, works: works.slice(offset, offset + limit) }
}
