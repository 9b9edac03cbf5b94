import type { Tx } from '#server/db.ts'
import { keyedHash } from '#server/platform/crypto/hashes.ts'
import { type KeyRing, ringFor, sealWithRing } from '#server/platform/crypto/key-ring.ts'
import { addJobs } from '#server/platform/jobs/jobs.ts'
import type { Services } from '#server/services.ts'
import type { Channel, Urgency } from './tables.ts'

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

type Letter = OutgoingMessage & { code?: string }
type Sms = Pick<OutgoingMessage, 'to' | 'text'> & { code?: string }

/** Queues a letter, which is sent if and only if the transaction commits. `code` is shown in the demo's outbox. */
export const queueLetter = (tx: Tx, services: Portal, letter: Letter, urgency: Urgency = 'usual'): Promise<void> =>
  queueMessages(tx, services, 'email', [letter], urgency)

/** Queues many letters, each sent by a job of its own. */
export const queueLetters = (tx: Tx, services: Portal, letters: readonly Letter[]): Promise<void> =>
  queueMessages(tx, services, 'email', letters, 'usual')

/**
 * Queues an SMS, which is sent if and only if the transaction commits. Codes go through `sendCode`, which limits them.
 */
export const queueSms = (tx: Tx, services: Portal, sms: Sms, urgency: Urgency = 'usual'): Promise<void> =>
  queueMessages(tx, services, 'sms', [{ subject: '', ...sms }], urgency)

export const queueManySms = (tx: Tx, services: Portal, messages: readonly Sms[]): Promise<void> => {
  const sms = messages.map((one) => ({ subject: '', ...one }))
  return queueMessages(tx, services, 'sms', sms, 'usual')
}

export const messageKeys = (dataKeys: KeyRing): KeyRing => ringFor(dataKeys, 'outgoing messages')

/** The seal is bound to the column, because the id of a message is known only after the insert. */
export const messagePlace = 'outgoing_messages:sealed'

/** Messages of one channel, each sent by a job of its own. */
export async function queueMessages(
  tx: Tx,
  { config, clock }: Portal,
  channel: Channel,
  messages: readonly Letter[],
  urgency: Urgency,
): Promise<void> {
  if (messages.length === 0) return
  const now = clock()
  const gateway = channel === 'email' ? config.smtpUrl : config.smsUrl
  if (gateway === null && config.outbox) {
    const shown = messages.map(({ to, subject, text, code = null }) => ({
      channel,
      recipient: to,
      subject,
      text,
      code,
      created_at: now,
    }))
    await tx.insertInto('outbox').values(shown).execute()
    return
  }
  const keys = messageKeys(config.dataKeys)
  const rows = messages.map(({ code: _shownInDemo, ...message }) => ({
    channel,
    urgency,
    sealed: sealWithRing(keys, JSON.stringify(message), messagePlace),
    recipient: recipientHash(config, message.to),
    queued_at: now,
  }))
  const ids = await tx.insertInto('outgoing_messages').values(rows).returning('id').execute()
  await queueSending(tx, channel, urgency, ids)
}

/** By which an erasure finds the messages that wait for a person. */
export const recipientHash = ({ pepper }: Pick<Portal['config'], 'pepper'>, to: string): Buffer =>
  keyedHash(pepper, 'recipient of a message', to.toLowerCase())

/** A code is tried for about ten minutes: longer than it is valid. */
const codeAttempts = 7
/** Letters to a few people go before letters to many. */
const few = 10

export function queueSending(tx: Tx, channel: Channel, urgency: Urgency, ids: { id: number }[]): Promise<void> {
  const names = { email: ['send_message', 'send_urgent_letter'], sms: ['send_sms', 'send_urgent_sms'] } as const
  return addJobs(tx, names[channel][urgency === 'usual' ? 0 : 1], ids, {
    ...(urgency === 'code' && { maxAttempts: codeAttempts }),
    ...(ids.length > few && { priority: 1 }),
  })
}
