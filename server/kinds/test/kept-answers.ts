import { sql } from 'kysely'
import type { Db, Tx } from '#server/db.ts'
import type { EndedAttempt } from '#server/stages/kind.ts'
import type { Answer } from '#shared/kinds/test/question.ts'
import { attemptGrace } from '#shared/stages/attempt.ts'

/** The answer of an attempt to one question that counts: of those in time the one with the highest number. */
export interface KeptAnswer {
  version: number
  seq: number
  answer: Answer
  flagged: boolean
}

/** Kept answers by attempt. One query, however many there are. */
export async function keptAnswers(db: Db | Tx, attemptIds: readonly number[]): Promise<Map<number, KeptAnswer[]>> {
  const rows = await db
    .selectFrom('test_answers')
    .distinctOn(['attempt_id', 'version_id'])
    .select(['attempt_id', 'version_id as version', 'seq', 'answer', 'flagged'])
    .where('attempt_id', 'in', [0, ...attemptIds])
    .where('in_time', '=', true)
    .orderBy('attempt_id')
    .orderBy('version_id')
    .orderBy('seq', 'desc')
    .execute()
  const byAttempt = Map.groupBy(rows, ({ attempt_id }) => attempt_id)
  return new Map([...byAttempt].map(([id, of]) => [id, of.map(({ attempt_id: _attempt, ...kept }) => kept)] as const))
}

/**
 * A condition: the answer `w` of the attempt `t` counts. Also one that came after the end of an attempt that goes on, if
 * the end was moved behind it.
 */
export const countsNow = sql<boolean>`(w.in_time or t.finished_at is null
  and coalesce(w.received_at < t.begun_at + (t.limit_minutes + t.extra_minutes) * interval '1 minute', true))`

/** Stores that answers count which came after the end of these attempts, and before the end at which they end. */
export async function countMoved(db: Db | Tx, ended: readonly EndedAttempt[]): Promise<void> {
  const until = ended.map(
    ({ by, finishedAt }) => new Date(finishedAt.getTime() + (by === 'deadline' ? attemptGrace : 0)),
  )
  await sql`update test_answers w set in_time = true
    from unnest(${ended.map(({ id }) => id)}::int[], ${until}::timestamptz[]) as e(id, until)
    where w.attempt_id = e.id and not w.in_time and w.received_at <= e.until`.execute(db)
}
