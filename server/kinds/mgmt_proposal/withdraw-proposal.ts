import { sql } from 'kysely'
import type { Tx } from '#server/db.ts'
import { lockPairs } from '#server/review/similarity/compare-works.ts'
import type { Services } from '#server/services.ts'
import { recordFacts } from '#server/stages/facts.ts'
import { lockStage } from '#server/stages/one-stage.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { isRead } from './store.ts'

/**
 * Withdraws a proposal before judges read it: the place in its topic is free again, and the proposal can be handed in
 * again while the stage is open. The judging is locked first, as in an assignment, so the later of the two sees the
 * earlier.
 */
export function withdrawProposal(services: Services, accountId: number, stageId: number): Promise<void> {
  return services.db.transaction().execute(async (tx) => {
    await tx.selectFrom('judgings').select('state').where('stage_id', '=', stageId).forShare().execute()
    const now = services.clock()
    await lockStage(tx, services.seasons, accountId, { stageId, type: 'mgmt_proposal' }, now)
    const work = await tx
      .selectFrom('works as w')
      .select(['w.id', 'w.waits_since', isRead.as('read')])
      .where('w.stage_id', '=', stageId)
      .where('w.account_id', '=', accountId)
      .forUpdate('w')
      .executeTakeFirst()
    if (!work) throw new Refusal('work_not_found')
    if (!work.waits_since) throw new Refusal('nothing_to_withdraw')
    if (work.read) throw new Refusal('withdrawal_too_late')
    await leave(tx, work.id)
    await recordFacts(tx, { accountId, stageId }, { submittedAt: null, processingAt: null }, now)
  })
}

/** Nobody has to check, judge or compare the work any more. Its checks stay, so it can still be returned only once. */
async function leave(tx: Tx, workId: number): Promise<void> {
  for (const table of ['readings', 'work_shingles', 'compared_works', 'prepared_works', 'shown_annotations'] as const)
    await tx.deleteFrom(table).where('work_id', '=', workId).execute()
  await lockPairs(tx, workId)
  await sql`delete from similar_works where first_id = ${workId} or second_id = ${workId}`.execute(tx)
  await tx
    .updateTable('works')
    .set({ step: 'any', topic: null, held_by: null, held_until: null, refused_by: null })
    .where('id', '=', workId)
    .execute()
}
