import type { Tx } from '#server/db.ts'
import { sanitise } from '#server/platform/html/sanitise.ts'

/**
 * Puts a notification under the person's bell, if and only if the transaction commits. Title and text are plain words;
 * the payload is HTML and is kept clean.
 */
export async function notify(
  tx: Tx,
  accountId: number,
  notification: { title: string; text: string; payload?: string },
  now: Date,
): Promise<void> {
  await tx
    .insertInto('notifications')
    .values({
      account_id: accountId,
      ...notification,
      payload: sanitise(notification.payload ?? ''),
      created_at: now,
    })
    .execute()
}
