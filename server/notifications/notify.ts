import type { Tx } from '#server/db.ts'
import { sanitise } from '#server/platform/html/sanitise.ts'
import type { NotificationKindName } from '#shared/notifications/kinds.ts'
import { whoWants } from './choices.ts'

/**
 * Adds a notification if and only if the transaction commits. Title and text are plain text; the payload is HTML and
 * is cleaned. A person who switched a kind off gets no notification of that kind. A notification without a kind is
 * about the account itself and is always added.
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

/** A payload with a link. The path is within the portal and the words are ours, so neither has markup. */
export const linkTo = (path: string, words: string): string => `<p><a href="${path}">${words}</a></p>`
