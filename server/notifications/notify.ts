import type { Tx } from '#server/db.ts'

/** Puts a notification under the person's bell, if and only if the transaction commits. */
export async function notify(
  tx: Tx,
  accountId: number,
  notification: { title: string; text: string; payload?: string },
  now: Date,
): Promise<void> {
  await tx
    .insertInto('notifications')
    .values({ account_id: accountId, ...notification, created_at: now })
    .execute()
}
