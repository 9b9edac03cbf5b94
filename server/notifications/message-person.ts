import type { Tx } from '#server/db.ts'
import { queueLetter, queueSms } from '#server/outbox/queue-message.ts'
import type { Services } from '#server/services.ts'
import type { NotificationKindName } from '#shared/notifications/kinds.ts'
import { whoWants } from './choices.ts'
import { linkTo, notifyEach } from './notify.ts'

interface Message {
  kind: NotificationKindName
  title: string
  /** A path within the portal, shown below the text. */
  link?: { path: string; words: string }
  /** The text in one SMS; without it no SMS is sent. */
  sms?: string
  /** Whether letters go out, too; they do unless this is false. */
  letters?: boolean
  /** Attached to the letter. */
  calendar?: string
}

/**
 * Sends a message by every channel that the person has chosen for its kind. Letters are sent only to a confirmed
 * address.
 */
export async function messagePerson(
  tx: Tx,
  services: Pick<Services, 'config' | 'clock'>,
  accountId: number,
  { text, ...message }: Message & { text: string },
): Promise<void> {
  await messagePeople(tx, services, [{ accountId, text }], message)
}

/**
 * The same to many people, to each with a text of his own. Letters and SMS cost a statement each, nothing else does. Gives
 * those who got it on the portal and those who got a letter.
 */
export async function messagePeople(
  tx: Tx,
  services: Pick<Services, 'config' | 'clock'>,
  people: readonly { accountId: number; text: string }[],
  message: Message,
): Promise<{ portal: Set<number>; letters: Set<number> }> {
  const { kind, title, sms, calendar, link, letters = true } = message
  const payload = link ? linkTo(link.path, link.words) : ''
  const portal = await notifyEach(tx, people, { kind, title, payload }, services.clock())
  const ids = people.map(({ accountId }) => accountId)
  const byLetter = letters ? await whoWants(tx, ids, kind, 'email') : new Set<number>()
  const bySms = sms ? await whoWants(tx, ids, kind, 'sms') : new Set<number>()
  const accounts = await tx
    .selectFrom('accounts')
    .select(['id', 'email', 'email_verified_at', 'phone'])
    .where('id', 'in', [0, ...ids])
    .execute()
  const byId = new Map(accounts.map((account) => [account.id, account]))
  const reached = new Set<number>()
  for (const { accountId, text } of people) {
    const account = byId.get(accountId)
    if (account?.email_verified_at && byLetter.has(accountId)) {
      reached.add(accountId)
      await queueLetter(tx, services, {
        to: account.email,
        subject: title,
        ...(calendar ? { calendar } : {}),
        text: letterOf(services, { text, link }),
      })
    }
    if (account?.phone && sms && bySms.has(accountId)) await queueSms(tx, services, { to: account.phone, text: sms })
  }
  return { portal, letters: reached }
}

/** The whole letter, also for whoever looks at it before it is sent. */
export const letterOf = (
  { config }: Pick<Services, 'config'>,
  { text, link }: { text: string; link?: Message['link'] | undefined },
): string => `Здравствуйте!

${text}
${link ? `\n${link.words}: ${config.publicUrl}${link.path}\n` : ''}
О чём вам писать, вы выбираете в профиле: ${config.publicUrl}/profile/notifications`
