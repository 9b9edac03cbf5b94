import type { Services } from '#server/services.ts'
import { lockStage } from '#server/stages/one-stage.ts'
import type { UsePurpose } from '#shared/kinds/mgmt_proposal/routes.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'

interface UseConsent {
  accountId: number
  stageId: number
  purpose: UsePurpose
  given: boolean
  ip: string
}

/** Gives or withdraws the consent to one use. Repeating it changes nothing. */
export function setUseConsent(
  services: Services,
  { accountId, stageId, purpose, given, ip }: UseConsent,
): Promise<void> {
  return services.db.transaction().execute(async (tx) => {
    const now = services.clock()
    await lockStage(tx, services.seasons, accountId, { stageId, type: 'mgmt_proposal' }, now)
    const work = await tx
      .selectFrom('works')
      .select('id')
      .where('stage_id', '=', stageId)
      .where('account_id', '=', accountId)
      .executeTakeFirst()
    if (!work) throw new Refusal('work_not_found')
    if (given)
      await tx
        .insertInto('work_consents')
        .values({ stage_id: stageId, account_id: accountId, purpose, given_at: now, ip })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    else
      await tx
        .updateTable('work_consents')
        .set({ withdrawn_at: now })
        .where('stage_id', '=', stageId)
        .where('account_id', '=', accountId)
        .where('purpose', '=', purpose)
        .where('withdrawn_at', 'is', null)
        .execute()
  })
}
