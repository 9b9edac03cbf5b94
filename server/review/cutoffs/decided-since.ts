import type { Db, Tx } from '#server/db.ts'
import { takeTurnAtStage } from '#server/stages/stage-turn.ts'

/** The last decision of the portal, once all decisions about people of this stage that are under way are made. */
export const lastDecision = (db: Db, stageId: number) =>
  db.transaction().execute(async (tx) => {
    await takeTurnAtStage(tx, stageId, 'protocol')
    const { last } = await tx
      .selectFrom('stage_decisions')
      .select((eb) => eb.fn.max('id').as('last'))
      .executeTakeFirstOrThrow()
    return Number(last ?? 0)
  })

/** Whether somebody was decided about since then. From now on `decide` refuses, if a protocol was written. */
export async function decidedSince(tx: Tx, stageId: number, last: number): Promise<boolean> {
  await takeTurnAtStage(tx, stageId, 'protocol')
  const decided = await tx
    .selectFrom('stage_decisions')
    .select('id')
    .where('id', '>', last)
    .where('stage_id', '=', stageId)
    .limit(1)
    .executeTakeFirst()
  return decided !== undefined
}
