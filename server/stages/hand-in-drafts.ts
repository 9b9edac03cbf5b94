import { sql } from 'kysely'
import type { Db } from '#server/db.ts'
import type { Services } from '#server/services.ts'
import { isStageType } from '#shared/stages/kinds.ts'
import { handInGrace } from '#shared/stages/window.ts'
import { serverStageKinds } from './kinds.ts'
import { lockStage } from './one-stage.ts'
import { draftOf } from './store.ts'

/**
 * Hands in the drafts of those whose time is over, where the stage says so, and tells how many. Each person is a
 * transaction of his own: one broken draft does not hold the others back, but the job is tried again for it.
 */
export async function handInDraftsAtEnd({ db, clock }: Services): Promise<number> {
  const now = clock()
  const candidates = await db
    .selectFrom('stage_drafts as d')
    .innerJoin('stages as s', 's.id', 'd.stage_id')
    .leftJoin('stage_facts as f', (join) =>
      join.onRef('f.account_id', '=', 'd.account_id').onRef('f.stage_id', '=', 'd.stage_id'),
    )
    .select(['d.account_id', 'd.stage_id'])
    .where('s.submit_draft_at_end', '=', true)
    .where('s.published', '=', true)
    .where((eb) => eb.or([eb('s.closes_at', '<=', now), eb(sql<string>`s.track_windows::text`, '<>', '{}')]))
    .where('f.submitted_at', 'is', null)
    .where('f.passed_at', 'is', null)
    .where('f.failed_at', 'is', null)
    .execute()
  const failures: unknown[] = []
  let handedIn = 0
  for (const { account_id, stage_id } of candidates) {
    await handInOne(db, account_id, stage_id, now)
      .then((done) => {
        handedIn += done ? 1 : 0
      })
      .catch((failure: unknown) => failures.push(failure))
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} drafts could not be handed in`)
  return handedIn
}

function handInOne(db: Db, accountId: number, stageId: number, now: Date) {
  return db.transaction().execute(async (tx) => {
    const stage = await lockStage(tx, accountId, { stageId }, now)
    const { closesAt } = stage.state.window
    const over =
      stage.state.status === 'timeover' && closesAt !== null && now.getTime() >= closesAt.getTime() + handInGrace
    const kind = isStageType(stage.row.type) ? serverStageKinds[stage.row.type] : null
    const draft = over && kind?.handInDraft ? await draftOf(tx, { accountId, stageId }) : null
    if (!draft || !closesAt) return false
    await kind?.handInDraft?.(tx, { accountId, stage, data: draft.data, endedAt: closesAt, now })
    return true
  })
}
