import type { TestApp } from './test-app.ts'

interface StoppedWork {
  stageId: number
  accountId: number
  /** Plagiarism is established; otherwise the work was only reported. */
  plagiarism: boolean
}

/** A handed-in work that assessors no longer receive. */
export async function aStoppedWork(app: TestApp, { stageId, accountId, plagiarism }: StoppedWork): Promise<number> {
  const [stage_id, account_id, now] = [stageId, accountId, app.clock.now()]
  const receipt_number = `stopped-${stageId}-${accountId}`
  const { id: hand_in_id } = await app.db
    .insertInto('hand_ins')
    .values({ account_id, stage_id, revision: 1, arrived_at: now, receipt_number, data: '{}' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: work_id } = await app.db
    .selectFrom('works')
    .select('id')
    .where('hand_in_id', '=', hand_in_id)
    .executeTakeFirstOrThrow()
  await app.db
    .insertInto('peer_pool')
    .values({ stage_id, work_id, hand_in_id, pooled_at: now, stopped_at: now, plagiarism })
    .execute()
  return work_id
}
