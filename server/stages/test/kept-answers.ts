import type { Db, Tx } from '#server/db.ts'
import type { Answer } from '#shared/stages/test/question.ts'

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
