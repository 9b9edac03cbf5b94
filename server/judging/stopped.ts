import { sql } from 'kysely'
import type { Db, Tx } from '#server/db.ts'
import { Refusal } from '#shared/api/refusals.ts'

/** A condition: the work `w` was reported as taken from somebody, or found to be. Nobody goes on with it. */
export const stopped = sql<boolean>`(
  exists (select from peer_pool s where s.work_id = w.id and s.stopped_at is not null)
  or exists (select from peer_references s where s.work_id = w.id and s.stopped_at is not null))`

/** A condition: of the work `w` it is decided that it was taken from somebody. */
const plagiarism = sql<boolean>`(
  exists (select from peer_pool s where s.work_id = w.id and s.plagiarism)
  or exists (select from peer_references s where s.work_id = w.id and s.plagiarism))`

/** A condition: the stopped work `w` must not be given this outcome: only one that was taken from somebody may fail. */
export const stopsOutcome = (outcome: 'passed' | 'failed') =>
  sql<boolean>`(${stopped} and not (${outcome === 'failed'} and ${plagiarism}))`

/**
 * Refuses where one of these works is stopped: nobody is given it to read (`read`), and nothing is decided about it before
 * the report is. A work that was taken from somebody may fail and never pass.
 */
export async function refuseStopped(
  db: Db | Tx,
  works: readonly number[],
  wanted: 'read' | 'passed' | 'failed',
): Promise<void> {
  const stops = wanted === 'read' ? stopped : stopsOutcome(wanted)
  const { rows } = await sql<{ plagiarism: boolean }>`
    select ${plagiarism} as plagiarism from works w where w.id = any(${[...works]}::int[]) and ${stops}
    order by 1 limit 1`.execute(db)
  const [found] = rows
  if (found) throw new Refusal(found.plagiarism ? 'work_plagiarism' : 'work_reported')
}
