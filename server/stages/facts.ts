import type { Db, Tx } from '#server/db.ts'

/** Changes to the facts of one person at one stage. A missing field keeps its value; null clears it. */
export interface RecordedFacts {
  startedAt?: Date | null
  submittedAt?: Date | null
  processingAt?: Date | null
  interruptedAt?: Date | null
  passedAt?: Date | null
  failedAt?: Date | null
  returnedAt?: Date | null
  /** Sentences for the participant: why the work was rejected or returned. */
  reasons?: string[]
}

/** Stores the changes. The first `startedAt` is kept. */
export async function recordFacts(
  tx: Tx | Db,
  of: { accountId: number; stageId: number },
  facts: RecordedFacts,
  now: Date,
): Promise<void> {
  const named = {
    ...(facts.submittedAt !== undefined && { submitted_at: facts.submittedAt }),
    ...(facts.processingAt !== undefined && { processing_at: facts.processingAt }),
    ...(facts.interruptedAt !== undefined && { interrupted_at: facts.interruptedAt }),
    ...(facts.passedAt !== undefined && { passed_at: facts.passedAt }),
    ...(facts.failedAt !== undefined && { failed_at: facts.failedAt }),
    ...(facts.returnedAt !== undefined && { returned_at: facts.returnedAt }),
    ...(facts.reasons !== undefined && { reasons: facts.reasons }),
  }
  const started = facts.startedAt === undefined ? now : facts.startedAt
  await tx
    .insertInto('stage_facts')
    .values({ account_id: of.accountId, stage_id: of.stageId, started_at: started, ...named })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'stage_id']).doUpdateSet((eb) => ({
        started_at: facts.startedAt === null ? null : eb.fn.coalesce('stage_facts.started_at', 'excluded.started_at'),
        ...named,
      })),
    )
    .execute()
}
