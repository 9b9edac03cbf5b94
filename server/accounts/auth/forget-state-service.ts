import type { Tx } from '#server/db.ts'

/** Removes the link to a state service. A login that has begun there fails too. False: there was no link. */
export async function forgetStateService(tx: Tx, accountId: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('state_service_links')
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}
