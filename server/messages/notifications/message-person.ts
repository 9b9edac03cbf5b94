import { sql } from 'kysely'
import type { Tx } from '#server/db.ts'
import { queueLetters, queueManySms, type Thing } from '#server/messages/outbox/queue-message.ts'
import type { Messenger, Services } from '#server/services.ts'
import type { NotificationKindName } from '#shared/messages/notifications/kinds.ts'
import { filterSubscribed } from './choices.ts'
import { linkTo, notifyEach } from './notify.ts'

interface Message {
  kind: NotificationKindName
  title: string
  /** A path within the portal, shown below the text. */
  link?: { path: string; words: string }
  /** The text in one SMS; without it no SMS is sent. */
  sms?: string
  /** Whether it goes by this channel at all; the default is true. */
  portal?: boolean
  letters?: boolean
  /** About an event with slots, and no meeting with a mentor. */
  event?: true
  /** For letters and SMS about something that may change again within minutes. */
  thing?: Thing
}

interface Recipient {
  accountId: number
  text: string
  /** An iCalendar entry, attached to the letter. */
  calendar?: string | undefined
}

/**
 * Sends a message by every channel that the person has chosen for its kind. Letters are sent only to a confirmed
 * address.
 */
export async function messagePerson(
  tx: Tx,
  services: Messenger,
  accountId: number,
  { text, calendar, ...message }: Message & Omit<Recipient, 'accountId'>,
): Promise<void> {
  await messagePeople(tx, services, [{ accountId, text, calendar }], message)
}

/**
 * Sends messages to many people, each with a text of their own, in a number of statements that does not depend on the
 * number of people. Returns the people who got it on the portal and those who got a letter.
 */
export async function messagePeople(
  tx: Tx,
  services: Messenger,
  people: readonly Recipient[],
  message: Message,
): Promise<{ portal: Set<number>; letters: Set<number> }> {
  const { kind, title, sms, link, thing, event, portal: isShown = true, letters = true } = message
  const sent = event ? 'events' : kind
  const about = thing ? { thing } : {}
  const payload = link ? linkTo(link.path, link.words) : ''
  const portal = isShown ? await notifyEach(tx, people, { kind, title, payload }, services.clock()) : new Set<number>()
  const ids = people.map(({ accountId }) => accountId)
  const byLetter = letters ? await filterSubscribed(tx, ids, kind, 'email') : new Set<number>()
  const bySms = sms ? await filterSubscribed(tx, ids, kind, 'sms') : new Set<number>()
  const reachable = [...byLetter, ...bySms]
  const accounts = await tx
    .selectFrom('accounts')
    .select(['id', 'email', 'email_verified_at', 'phone'])
    .where(sql<boolean>`id = any(${reachable}::integer[])`)
    .execute()
  const byId = new Map(accounts.map((account) => [account.id, account]))
  const found = people.flatMap(({ accountId, ...own }) => {
    const account = byId.get(accountId)
    return account ? [{ ...account, ...own }] : []
  })
  const lettered = found.filter(({ id, email_verified_at }) => email_verified_at && byLetter.has(id))
  const written = lettered.map(({ email, text, calendar }) => ({
    to: email,
    subject: title,
    text: letterOf(services, { text, link }),
    ...(calendar ? { calendar } : {}),
    ...about,
  }))
  await queueLetters(tx, services, written, sent)
  const called = found.flatMap(({ id, phone }) =>
    phone && sms && bySms.has(id) ? [{ to: phone, text: sms, ...about }] : [],
  )
  await queueManySms(tx, services, called, sent)
  return { portal, letters: new Set(lettered.map(({ id }) => id)) }
}

/** The whole letter; also for a preview before it is sent. */
export const letterOf = (
  { config }: Pick<Services, 'config'>,
  { text, link }: { text: string; link?: Message['link'] | undefined },
): string => `Здравствуйте!

${text}
${link ? `\n${link.words}: ${config.publicUrl}${link.path}\n` : ''}
О чём вам писать, вы выбираете в профиле: ${config.publicUrl}/profile/notifications`
