import type { Tx } from '#server/db.ts'

/** Nobody comes in through a state service any more, and no way there that was begun leads back. False: there was no link. */
export async function forgetStateService(tx: Tx, accountId: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('state_service_links')
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}
