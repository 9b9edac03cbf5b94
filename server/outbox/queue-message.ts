import type { Tx } from '#server/db.ts'
import { keyFrom, seal } from '#server/platform/crypto/seal.ts'
import { addJob } from '#server/platform/jobs/jobs.ts'
import type { Services } from '#server/services.ts'
import type { Channel } from './tables.ts'

type Portal = Pick<Services, 'config' | 'clock'>

export interface OutgoingMessage {
  to: string
  subject: string
  text: string
  /** Of a letter: where an answer to it goes. */
  replyTo?: string
  /** Of a letter: the address at which one press stops letters of this sort (RFC 8058). */
  unsubscribe?: string
  /** Of a letter: a date for the reader's calendar (iCalendar), attached. */
  calendar?: string
}

/** A letter that leaves if and only if the transaction commits. `code` is what a reader of the demo's outbox looks for. */
export function queueLetter(tx: Tx, services: Portal, letter: OutgoingMessage & { code?: string }): Promise<void> {
  return queue(tx, services, 'email', letter, services.config.smtpUrl)
}

/** An SMS that leaves if and only if the transaction commits. Those with codes go through `sendCode`, which limits them. */
export function queueSms(tx: Tx, services: Portal, sms: { to: string; text: string; code?: string }): Promise<void> {
  return queue(tx, services, 'sms', { subject: '', ...sms }, services.config.smsUrl)
}

export const messageKey = (dataKey: Buffer): Buffer => keyFrom(dataKey, 'outgoing messages')

/** The number of a message is known only once the row is there, so its seal is bound to its column. */
export const messagePlace = 'outgoing_messages:sealed'

async function queue(
  tx: Tx,
  { config, clock }: Portal,
  channel: Channel,
  { code, ...message }: OutgoingMessage & { code?: string },
  gateway: string | null,
): Promise<void> {
  if (gateway === null && !config.production) {
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
      sealed: seal(messageKey(config.dataKey), JSON.stringify(message), messagePlace),
      queued_at: clock(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await addJob(tx, 'send_message', { id })
}
