import type { Tx } from '#server/db.ts'
import { addJob, type JobContext } from '#server/platform/jobs/jobs.ts'
import type { Services } from '#server/services.ts'
import { workersOf } from './work-owner.ts'

/** From this attempt on, the person sees that the processing was interrupted. */
const saidFromAttempt = 3
const hourMs = 3_600_000

/**
 * Runs the job that processes a hand-in. When it keeps failing, the stage is interrupted until an attempt succeeds;
 * when the queue gives up, the job is queued again, because the person has done everything and nobody else would finish
 * it.
 */
export async function orInterrupt(
  services: Services,
  { task, handInId }: { task: 'accept_hand_in' | 'prepare_hand_in'; handInId: number },
  { attempt, lastAttempt }: Pick<JobContext, 'attempt' | 'lastAttempt'>,
  act: () => Promise<void>,
): Promise<void> {
  try {
    await act()
  } catch (cause) {
    // The database itself may be the cause of the failure.
    if (attempt >= saidFromAttempt) await interrupt(services, handInId, lastAttempt ? task : null).catch(() => {})
    throw cause
  }
}

/** Marks the stage as interrupted; `again` is the job to queue again. */
export function interrupt({ db, clock }: Services, handInId: number, again: string | null): Promise<void> {
  return db.transaction().execute(async (tx) => {
    const found = await lockProcessed(tx, handInId)
    if (!found) return
    const now = clock()
    await tx
      .updateTable('stage_facts')
      .set((eb) => ({ interrupted_at: eb.fn.coalesce('interrupted_at', eb.val(now)) }))
      .where('stage_id', '=', found.stageId)
      .where('account_id', 'in', found.accountIds)
      .execute()
    if (again !== null) await addJob(tx, again, { handInId }, { runAt: new Date(now.getTime() + hourMs) })
  })
}

/** The hand-in with the people whose stage is still being processed because of it, locked; null without any. */
export async function lockProcessed(tx: Tx, handInId: number) {
  const handIn = await tx
    .selectFrom('hand_ins')
    .select(['account_id', 'team_id', 'stage_id', 'receipt_number', 'data', 'form_version'])
    .where('id', '=', handInId)
    .executeTakeFirst()
  if (!handIn) return null
  const { stage_id: stageId, team_id: teamId, account_id: accountId } = handIn
  if (teamId !== null) await tx.selectFrom('formed_teams').select('id').where('id', '=', teamId).forUpdate().execute()
  const workers = await workersOf(tx, { stageId, teamId, accountId: accountId ?? 0 })
  const waiting = await tx
    .selectFrom('stage_facts')
    .select('account_id')
    .where('stage_id', '=', stageId)
    .where('account_id', 'in', [0, ...workers])
    .where('processing_at', 'is not', null)
    .orderBy('account_id')
    .forUpdate()
    .execute()
  if (waiting.length === 0) return null
  const accountIds = waiting.map((row) => row.account_id)
  return { stageId, accountIds, receipt: handIn.receipt_number, data: handIn.data, formVersion: handIn.form_version }
}
