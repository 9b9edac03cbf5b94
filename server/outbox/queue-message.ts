import type { Tx } from '#server/db.ts'
import { type KeyRing, ringFor, sealWithRing } from '#server/platform/crypto/key-ring.ts'
import { addJobs } from '#server/platform/jobs/jobs.ts'
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

type Letter = OutgoingMessage & { code?: string }
type Sms = Pick<OutgoingMessage, 'to' | 'text'> & { code?: string }

/** Queues a letter, which is sent if and only if the transaction commits. `code` is shown in the demo's outbox. */
export const queueLetter = (tx: Tx, services: Portal, letter: Letter): Promise<void> =>
  queueLetters(tx, services, [letter])

/** Queues many letters, each sent by a job of its own. */
export const queueLetters = (tx: Tx, services: Portal, letters: readonly Letter[]): Promise<void> =>
  queue(tx, services, 'email', letters, services.config.smtpUrl)

/**
 * Queues an SMS, which is sent if and only if the transaction commits. Codes go through `sendCode`, which limits them.
 */
export const queueSms = (tx: Tx, services: Portal, sms: Sms): Promise<void> => queueManySms(tx, services, [sms])

export const queueManySms = (tx: Tx, services: Portal, messages: readonly Sms[]): Promise<void> => {
  const sms = messages.map((one) => ({ subject: '', ...one }))
  return queue(tx, services, 'sms', sms, services.config.smsUrl)
}

export const messageKeys = (dataKeys: KeyRing): KeyRing => ringFor(dataKeys, 'outgoing messages')

/** The seal is bound to the column, because the id of a message is known only after the insert. */
export const messagePlace = 'outgoing_messages:sealed'

async function queue(
  tx: Tx,
  { config, clock }: Portal,
  channel: Channel,
  messages: readonly Letter[],
  gateway: string | null,
): Promise<void> {
  if (messages.length === 0) return
  const now = clock()
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
  const sealed = messages.map(({ code: _shownInDemo, ...message }) =>
    sealWithRing(keys, JSON.stringify(message), messagePlace),
  )
  const rows = sealed.map((seal) => ({ channel, sealed: seal, queued_at: now }))
  const ids = await tx.insertInto('outgoing_messages').values(rows).returning('id').execute()
  await addJobs(tx, 'send_message', ids)
}
