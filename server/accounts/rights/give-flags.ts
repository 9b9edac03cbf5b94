import type { Tx } from '#server/db.ts'
import { keepForDuty } from './staff.ts'

/** Gives the rights of an invitation and returns how many are new. Rights that the account already has are skipped. */
export async function giveInvitedFlags(tx: Tx, accountId: number, invitationId: number, now: Date): Promise<number> {
  const invited = await tx
    .selectFrom('staff_invitation_flags')
    .select(['competition_code', 'flag'])
    .where('invitation_id', '=', invitationId)
    .execute()
  if (invited.length === 0) return 0
  await keepForDuty(tx, accountId)
  const given = await tx
    .insertInto('admin_flags')
    .values(invited.map((each) => ({ ...each, account_id: accountId, granted_at: now })))
    .onConflict((clash) => clash.doNothing())
    .returning('flag')
    .execute()
  return given.length
}
