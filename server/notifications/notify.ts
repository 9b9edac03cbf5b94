import type { Tx } from '#server/db.ts'
import { sanitise } from '#server/platform/html/sanitise.ts'
import type { NotificationKindName } from '#shared/notifications/kinds.ts'
import { whoWants } from './choices.ts'

/**
 * Puts a notification under the person's bell, if and only if the transaction commits. Title and text are plain words;
 * the payload is HTML and is kept clean. One of a kind stays away from whoever switched that kind off; one without a
 * kind is about the account itself and always comes.
 */
export async function notify(
  tx: Tx,
  accountId: number,
  { kind, ...notification }: { title: string; text: string; payload?: string; kind?: NotificationKindName },
  now: Date,
): Promise<void> {
  if (kind && !(await whoWants(tx, [accountId], kind, 'portal')).has(accountId)) return
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

/** A payload that leads on; the path is of the portal and the words are ours, so neither holds markup. */
export const linkTo = (path: string, words: string): string => `<p><a href="${path}">${words}</a></p>`
