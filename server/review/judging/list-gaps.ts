import { sql } from 'kysely'
import type { Db, Tx } from '#server/db.ts'
import { readFound } from '#server/platform/db/read-page.ts'
import type { Services } from '#server/services.ts'
import type { Page } from '#shared/platform/api/page.ts'
import type { CsvCell } from '#shared/platform/text/csv.ts'
import type { Assignment } from './assignment.ts'
import { authorName } from './list-readings.ts'
import { judgedStage, type Place } from './store.ts'

type Reason = Assignment['gaps'][number]['reason']

/** A query of the works of a stage that the last assignment left without judges and that still wait. */
const gapsOf = (stageId: number) => sql`
  from assignment_gaps g
  join works w on w.id = g.work_id and w.stage_id = ${stageId} and w.waits_since is not null
  left join accounts a on a.id = w.account_id
  left join formed_teams t on t.id = w.team_id`

/** How many works lack judges, by the reason. */
export async function countGaps(db: Db | Tx, stageId: number): Promise<Record<Reason, number>> {
  const { rows } = await sql<Record<Reason, number>>`
    select count(*) filter (where g.reason = 'load')::int as load,
      count(*) filter (where g.reason = 'conflicts')::int as conflicts ${gapsOf(stageId)}`.execute(db)
  return rows[0] ?? { load: 0, conflicts: 0 }
}

/** Every work that lacks judges since the last assignment, a page at a time, with the largest gaps first. */
export async function listGaps(services: Services, place: Place, { limit, offset }: Page) {
  const { id: stageId } = await judgedStage(services, place)
  const { rows, count } = await readFound(
    services.db,
    { limit, offset },
    (page) => sql<{
      work_id: number
      name: string
      test_id: number | null
      missing: number
      reason: Reason
      found: number
    }>`
    select w.id as work_id, ${authorName} as name, a.test_id, g.missing, g.reason, (count(*) over ())::int as found
    ${gapsOf(stageId)} order by g.missing desc, w.id limit ${page.limit} offset ${page.offset}`,
  )
  return { count, gaps: rows.map(({ found: _found, ...gap }) => gap) }
}

const reasonWords: Record<Reason, string> = {
  load: 'у экспертов нет места',
  conflicts: 'остальным экспертам её нельзя',
}

/** All gaps as a table without names: a table with names must not be downloaded unprotected. */
export async function gapsTable(services: Services, place: Place) {
  const { id: stageId } = await judgedStage(services, place)
  const { rows } = await sql<{ work: number; test_id: number | null; missing: number; reason: Reason }>`
    select w.id as work, a.test_id, g.missing, g.reason
    ${gapsOf(stageId)} order by g.missing desc, w.id`.execute(services.db)
  return {
    head: ['Работа №', 'ID участника', 'Не хватает экспертов', 'Почему'],
    rows: rows.map(({ work, test_id, missing, reason }): CsvCell[] => [work, test_id, missing, reasonWords[reason]]),
  }
}

/**
 * Stores which works an assignment has left without judges. Replaces the earlier gaps of the works in `only`, or of the
 * whole stage.
 */
export async function keepGaps(
  tx: Tx,
  stageId: number,
  gaps: Assignment['gaps'],
  only: readonly number[] | null,
): Promise<void> {
  await sql`
    delete from assignment_gaps g using works w
    where w.id = g.work_id and w.stage_id = ${stageId}
      and (${only === null} or w.id = any(${[...(only ?? [])]}::int[]))`.execute(tx)
  await sql`
    insert into assignment_gaps (work_id, missing, reason)
    select g.work, g.missing, g.reason
    from unnest(${gaps.map(({ work }) => work)}::int[], ${gaps.map(({ missing }) => missing)}::int[],
      ${gaps.map(({ reason }) => reason)}::text[]) as g (work, missing, reason)
    join works w on w.id = g.work
    on conflict (work_id) do update set missing = excluded.missing, reason = excluded.reason`.execute(tx)
}
