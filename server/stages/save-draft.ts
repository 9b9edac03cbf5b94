import type { Tx } from '#server/db.ts'
import { Refusal } from '#shared/api/refusals.ts'
import { recordFacts } from './facts.ts'
import { draftOf } from './store.ts'

const keptRevisions = 20

export interface DraftToSave {
  accountId: number
  stageId: number
  data: Record<string, unknown>
  /** The revision that the edit started from; without it the last save wins. */
  basedOn: number | undefined
}

/**
 * Keeps the draft as its next revision and the stage as begun. The caller has locked the stage. A save that started
 * from an older revision is refused, so that neither text is lost.
 */
export async function saveDraft(tx: Tx, { accountId, stageId, data, basedOn }: DraftToSave, now: Date) {
  const last = (await draftOf(tx, { accountId, stageId }))?.revision ?? 0
  if (basedOn !== undefined && basedOn !== last) throw new Refusal('draft_conflict')
  const saved = { revision: last + 1, data: JSON.stringify(data), saved_at: now }
  await tx
    .insertInto('stage_drafts')
    .values({ account_id: accountId, stage_id: stageId, ...saved })
    .onConflict((conflict) => conflict.columns(['account_id', 'stage_id']).doUpdateSet(saved))
    .execute()
  await tx
    .insertInto('stage_draft_revisions')
    .values({ account_id: accountId, stage_id: stageId, ...saved })
    .execute()
  await tx
    .deleteFrom('stage_draft_revisions')
    .where('account_id', '=', accountId)
    .where('stage_id', '=', stageId)
    .where('revision', '<=', saved.revision - keptRevisions)
    .execute()
  await recordFacts(tx, { accountId, stageId }, {}, now)
  return { revision: saved.revision, saved_at: now }
}
