import type { Tx } from '#server/db.ts'
import { queueLetter, queueSms } from '#server/outbox/queue-message.ts'
import type { Services } from '#server/services.ts'
import type { NotificationKindName } from '#shared/notifications/kinds.ts'
import { choicesOf } from './choices.ts'
import { linkTo, notify } from './notify.ts'

/**
 * Sends a message by every channel that the person has chosen for its kind. Letters are sent only to a confirmed
 * address. `link` is a path within the portal, shown below the text. `sms` is a text short enough for one SMS; without it no
 * SMS is sent. `calendar` is attached to the letter.
 */
export async function messagePerson(
  tx: Tx,
  services: Pick<Services, 'config' | 'clock'>,
  accountId: number,
  message: {
    kind: NotificationKindName
    title: string
    text: string
    link?: { path: string; words: string }
    sms?: string
    calendar?: string
  },
): Promise<void> {
  const { sms, calendar, link, ...notification } = message
  const payload = link ? linkTo(link.path, link.words) : ''
  await notify(tx, accountId, { ...notification, payload }, services.clock())
  const choices = await choicesOf(tx, accountId)
  const wants = (channel: 'email' | 'sms') =>
    choices.some((choice) => choice.kind === message.kind && choice.channel === channel && choice.wanted)
  const account = await tx
    .selectFrom('accounts')
    .select(['email', 'email_verified_at', 'phone'])
    .where('id', '=', accountId)
    .executeTakeFirst()
  if (account?.email_verified_at && wants('email'))
    await queueLetter(tx, services, {
      to: account.email,
      subject: message.title,
      ...(calendar ? { calendar } : {}),
      text: `Здравствуйте!

${message.text}
${link ? `\n${link.words}: ${services.config.publicUrl}${link.path}\n` : ''}
О чём вам писать, вы выбираете в профиле: ${services.config.publicUrl}/profile/notifications`,
    })
  if (account?.phone && sms && wants('sms')) await queueSms(tx, services, { to: account.phone, text: sms })
}
