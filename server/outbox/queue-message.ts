import type { Tx } from '#server/db.ts'
import { type KeyRing, ringFor, sealWithRing } from '#server/platform/crypto/key-ring.ts'
import { addJob } from '#server/platform/jobs/jobs.ts'
import type { Services } from '#server/services.ts'
import type { Channel } from './tables.ts'

type Portal = Pick<Services, 'config' | 'clock'>

export interface OutgoingMessage {
  to: string
  subject: string
  text: string
  /** For a letter: the address for answers. */
  replyTo?: string
  /** For a letter: the address for one-click unsubscription (RFC 8058). */
  unsubscribe?: string
  /** For a letter: an iCalendar entry, attached as a file. */
  calendar?: string
}

/** Queues a letter, which is sent if and only if the transaction commits. `code` is shown in the demo's outbox. */
export function queueLetter(tx: Tx, services: Portal, letter: OutgoingMessage & { code?: string }): Promise<void> {
  return queue(tx, services, 'email', letter, services.config.smtpUrl)
}

/**
 * Queues an SMS, which is sent if and only if the transaction commits. Codes go through `sendCode`, which limits them.
 */
export function queueSms(tx: Tx, services: Portal, sms: { to: string; text: string; code?: string }): Promise<void> {
  return queue(tx, services, 'sms', { subject: '', ...sms }, services.config.smsUrl)
}

export const messageKeys = (dataKeys: KeyRing): KeyRing => ringFor(dataKeys, 'outgoing messages')

/** The seal is bound to the column, because the id of a message is known only after the insert. */
export const messagePlace = 'outgoing_messages:sealed'

async function queue(
  tx: Tx,
  { config, clock }: Portal,
  channel: Channel,
  { code, ...message }: OutgoingMessage & { code?: string },
  gateway: string | null,
): Promise<void> {
  if (gateway === null && config.outbox) {
    await tx
      .insertInto('outbox')
      .values({
        channel,
        recipient: message.to,
        subject: message.subject,
        text: message.text,
        code: code ?? null,
        created_at: clock(),
      })
      .execute()
    return
  }
  const { id } = await tx
    .insertInto('outgoing_messages')
    .values({
      channel,
      sealed: sealWithRing(messageKeys(config.dataKeys), JSON.stringify(message), messagePlace),
      queued_at: clock(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await addJob(tx, 'send_message', { id })
}
