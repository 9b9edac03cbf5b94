import { sql } from 'kysely'
import type { Tx } from '#server/db.ts'
import { sanitise } from '#server/platform/html/sanitise.ts'
import type { NotificationKindName } from '#shared/messages/notifications/kinds.ts'
import { filterSubscribed } from './choices.ts'

interface Notification {
  title: string
  payload?: string
  kind?: NotificationKindName
}

/**
 * Adds a notification if and only if the transaction commits. Title and text are plain text; the payload is HTML and
 * is cleaned. A person who switched a kind off gets no notification of that kind. A notification without a kind is
 * about the account itself and is always added.
 */
export async function notify(
  tx: Tx,
  accountId: number,
  { text, ...notification }: Notification & { text: string },
  now: Date,
): Promise<void> {
  await notifyEach(tx, [{ accountId, text }], notification, now)
}

/** Adds notifications for many people, with a text for each. Returns the people who want this kind. */
export async function notifyEach(
  tx: Tx,
  people: readonly { accountId: number; text: string }[],
  { kind, title, payload = '' }: Notification,
  now: Date,
): Promise<Set<number>> {
  const ids = people.map(({ accountId }) => accountId)
  const wants = kind ? await filterSubscribed(tx, ids, kind, 'portal') : new Set(ids)
  const clean = sanitise(payload)
  const told = people.filter(({ accountId }) => wants.has(accountId))
  if (told.length > 0)
    await sql`
      insert into notifications (account_id, title, text, payload, created_at)
      select account_id, ${title}, text, ${clean}, ${now}::timestamptz
      from unnest(${told.map(({ accountId }) => accountId)}::integer[], ${told.map(({ text }) => text)}::text[])
        with ordinality as told (account_id, text, place) order by place`.execute(tx)
  return wants
}

/** A payload with a link. The path is within the portal and the words are ours, so neither has markup. */
export const linkTo = (path: string, words: string): string => `<p><a href="${path}">${words}</a></p>`
