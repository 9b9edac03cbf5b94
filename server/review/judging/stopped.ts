import { sql } from 'kysely'
import type { Db, Tx } from '#server/db.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'

/** A condition: the work `w` was reported as plagiarism, or found to be. Nobody continues to read or judge it. */
export const stopped = sql<boolean>`(
  exists (select from peer_pool s where s.work_id = w.id and s.stopped_at is not null)
  or exists (select from peer_references s where s.work_id = w.id and s.stopped_at is not null))`

/** A condition: an organiser has decided that the work `w` is plagiarism. */
const plagiarism = sql<boolean>`(
  exists (select from peer_pool s where s.work_id = w.id and s.plagiarism)
  or exists (select from peer_references s where s.work_id = w.id and s.plagiarism))`

/** A condition: the stopped work `w` must not get this outcome: only plagiarism may fail. */
export const stopsOutcome = (outcome: 'passed' | 'failed') =>
  sql<boolean>`(${stopped} and not (${outcome === 'failed'} and ${plagiarism}))`

/** The people among these whose work at a stage, or whose team's, is stopped; true: it is plagiarism. */
export async function peopleWithStoppedWork(
  db: Db | Tx,
  stageId: number,
  accountIds: readonly number[],
): Promise<Map<number, boolean>> {
  const { rows } = await sql<{ account_id: number; plagiarism: boolean }>`
    select owner.account_id, bool_or(${plagiarism}) as plagiarism
    from works w
    cross join lateral (
      select w.account_id where w.account_id is not null
      union all
      select m.account_id from formed_team_members m where m.team_id = w.team_id and m.state = 'active'
    ) as owner
    where w.stage_id = ${stageId} and owner.account_id = any(${[...accountIds]}::int[]) and ${stopped}
    group by owner.account_id`.execute(db)
  return new Map(rows.map(({ account_id, plagiarism: taken }) => [account_id, taken]))
}

/**
 * Refuses where one of these works is stopped: it is not given to readers (`read`), and nothing is decided about it
 * before the report is. A work that is plagiarism may fail and never pass.
 */
export async function refuseStopped(
  db: Db | Tx,
  works: readonly number[],
  wanted: 'read' | 'passed' | 'failed',
  /** Works of other stages are ignored. */
  stageId: number | null = null,
): Promise<void> {
  const stops = wanted === 'read' ? stopped : stopsOutcome(wanted)
  const { rows } = await sql<{ plagiarism: boolean }>`
    select ${plagiarism} as plagiarism from works w where w.id = any(${[...works]}::int[]) and ${stops}
      and (${stageId}::int is null or w.stage_id = ${stageId})
    order by 1 limit 1`.execute(db)
  const [found] = rows
  if (found) throw new Refusal(found.plagiarism ? 'work_plagiarism' : 'work_reported')
}
