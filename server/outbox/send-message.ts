import { unsealWithRing } from '#server/platform/crypto/key-ring.ts'
import type { JobContext } from '#server/platform/jobs/task.ts'
import { sendMail } from '#server/platform/mail/send-mail.ts'
import { sendSms } from '#server/platform/sms/send-sms.ts'
import type { Services } from '#server/services.ts'
import { messageKeys, messagePlace, type OutgoingMessage } from './queue-message.ts'

/**
 * Passes a queued message to its gateway and marks it as sent. If the portal crashes in between, the message is sent
 * again with the same id, by which gateways recognise the repeat.
 */
export async function sendMessage(services: Services, { id }: { id: number }, job: JobContext): Promise<void> {
  const { db, config, clock } = services
  const row = await db.selectFrom('outgoing_messages').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row?.sealed || row.sent_at) return
  const message = JSON.parse(
    unsealWithRing(messageKeys(config.dataKeys), row.sealed, messagePlace).toString(),
  ) as OutgoingMessage
  const gateway = row.channel === 'email' ? config.smtpUrl : config.smsUrl
  if (gateway === null)
    throw new Error(`no gateway for ${row.channel}: set ${row.channel === 'email' ? 'SMTP_URL' : 'SMS_URL'}`)
  if (row.channel === 'email') await sendMail(gateway, config.mailFrom, message, `portal-${job.id}`)
  else await sendSms(gateway, { to: message.to, text: message.text }, `portal-${job.id}`)
  await db.updateTable('outgoing_messages').set({ sent_at: clock(), sealed: null }).where('id', '=', id).execute()
}
