import type { Tx } from '#server/db.ts'
import type { Services } from '#server/services.ts'
import { handInGrace } from '#shared/stages/window.ts'
import { lockStage } from './one-stage.ts'
import { keepWork } from './work.ts'
import { workOwner } from './work-owner.ts'

const batch = 200

/**
 * Hands in the drafts of stages that have ended, where the stage says so. Returns how many. Only drafts that are due
 * are checked: each is handed in, declined, or due again later when the window has moved. Each has its own transaction,
 * so a failed draft does not stop the others, but the job is repeated for it.
 */
export async function handInDraftsAtEnd(services: Services): Promise<number> {
  const now = services.clock()
  const failures: unknown[] = []
  let handedIn = 0
  for (let after = 0; ; ) {
    const due = await services.db
      .selectFrom('stage_drafts')
      .select(['id', 'stage_id as stageId'])
      .where('due_at', '<=', now)
      .where('id', '>', after)
      .orderBy('id')
      .limit(batch)
      .execute()
    if (due.length > 0) await services.dictionaries.ready(services.db)
    for (const { id, stageId } of due) {
      await services.seasons.ready(services.db, { stageId })
      await services.db
        .transaction()
        .execute((tx) => settleDraft(tx, services, id, now))
        .then(
          (taken) => {
            handedIn += taken ? 1 : 0
          },
          (failure: unknown) => failures.push(failure),
        )
    }
    const last = due.at(-1)
    if (last === undefined || due.length < batch) break
    after = last.id
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} drafts could not be handed in`)
  return handedIn
}

/** Whether the draft was handed in. */
async function settleDraft(tx: Tx, services: Services, draftId: number, now: Date): Promise<boolean> {
  const draft = await draftDue(tx, draftId, now)
  const accountId = draft?.account_id ?? draft?.saved_by
  if (!draft || !accountId) return later(tx, draftId, { due_at: null })
  const name = { stageId: draft.stage_id }
  const stage = await lockStage(tx, services.seasons, accountId, name, now).catch(() => null)
  const { closesAt } = stage?.state.window ?? {}
  if (
    !stage?.row.submitDraftAtEnd ||
    !closesAt ||
    stage.facts.submittedAt ||
    stage.facts.passedAt ||
    stage.facts.failedAt
  )
    return later(tx, draftId, { due_at: null })
  const end = new Date(closesAt.getTime() + handInGrace)
  if (now < end) return later(tx, draftId, { due_at: end })
  const work = { accountId, stage, data: draft.data, receivedAt: closesAt, now, formVersion: undefined, ip: '' }
  const over = stage.state.status === 'timeover' && stage.row.kind?.work?.draft
  const taken = over ? await over.atEnd(tx, services, work) : null
  if (!taken) return later(tx, draftId, { due_at: null, declined_at: now })
  await keepWork(tx, stage, workOwner(stage, accountId), taken, { arrivedAt: closesAt, now, bySystem: true })
  return true
}

/** The draft, locked. When two sweeps run at once, the second one finds that it is no longer due. */
const draftDue = (tx: Tx, id: number, now: Date) =>
  tx
    .selectFrom('stage_drafts')
    .select(['account_id', 'saved_by', 'stage_id', 'data'])
    .where('id', '=', id)
    .where('due_at', '<=', now)
    .forUpdate()
    .executeTakeFirst()

async function later(tx: Tx, id: number, set: { due_at: Date | null; declined_at?: Date }): Promise<false> {
  await tx.updateTable('stage_drafts').set(set).where('id', '=', id).execute()
  return false
}
