import { sql } from 'kysely'
import type { Tx } from '#server/db.ts'
import { keyedHash } from '#server/platform/crypto/hashes.ts'
import { type KeyRing, ringFor, sealWithRing } from '#server/platform/crypto/key-ring.ts'
import { addJob, addJobs } from '#server/platform/jobs/jobs.ts'
import type { Messenger } from '#server/services.ts'
import { gatherMs, settleMs, takeFromBudgets, togetherMs } from './message-budgets.ts'
import type { Channel, MessageKind, Urgency } from './tables.ts'

export interface OutgoingMessage {
  to: string
  subject: string
  text: string
  /** For a letter: the address for answers. */
  replyTo?: string
  /** For a letter: the address for one-click unsubscription (RFC 8058). */
  unsubscribe?: string
  /** For a letter: iCalendar entries, each attached as a file. */
  calendar?: string | readonly string[]
}

/**
 * What a message is about, when that may change again within minutes: a newer message to the same receiver replaces one
 * that has not left yet. `announced`: the receiver learns of it for the first time; `answered`: the receiver knows of it;
 * `over`: it is no more, and who was not told of it need not be told of that.
 */
export interface Thing {
  name: string
  step: 'announced' | 'changed' | 'answered' | 'over'
}

type Letter = OutgoingMessage & { code?: string; thing?: Thing }
type Sms = Pick<Letter, 'to' | 'text' | 'code' | 'thing'>

/**
 * Queues a letter, which is sent if and only if the transaction commits. Over the budgets of its receiver or its sender
 * it waits for others of its kind. `code` is shown in the demo's outbox.
 */
export const queueLetter = (tx: Tx, services: Messenger, letter: Letter, kind: MessageKind = 'account') =>
  queueMessages(tx, services, 'email', [letter], kind)

/** Queues many letters, each sent by a job of its own. */
export const queueLetters = (
  tx: Tx,
  services: Messenger,
  letters: readonly Letter[],
  kind: MessageKind = 'account',
): Promise<void> => queueMessages(tx, services, 'email', letters, kind)

/** Like `queueLetter`. Codes go through `sendCode`, which limits them. */
export const queueSms = (tx: Tx, services: Messenger, sms: Sms, kind: MessageKind = 'account'): Promise<void> =>
  queueManySms(tx, services, [sms], kind)

export const queueManySms = (
  tx: Tx,
  services: Messenger,
  messages: readonly Sms[],
  kind: MessageKind = 'account',
): Promise<void> => {
  const sms = messages.map((one) => ({ subject: '', ...one }))
  return queueMessages(tx, services, 'sms', sms, kind)
}

export const messageKeys = (dataKeys: KeyRing): KeyRing => ringFor(dataKeys, 'outgoing messages')

/** The seal is bound to the column, because the id of a message is known only after the insert. */
export const messagePlace = 'outgoing_messages:sealed'

/** The gate that every message passes: what fits into the budgets leaves, and the rest is gathered. */
async function queueMessages(
  tx: Tx,
  services: Messenger,
  channel: Channel,
  letters: readonly Letter[],
  kind: MessageKind,
): Promise<void> {
  // `sendCode` has counted a code, and refuses the call where it would have to wait.
  if (kind === 'code') return postMessages(tx, services, channel, letters, kind)
  const told: Told[] = []
  for (const letter of letters) {
    const recipient = recipientHash(services.config, letter.to)
    const { name, step } = letter.thing ?? {}
    const unknown = name !== undefined && (await takeBack(tx, services, channel, { to: letter.to, recipient, name }))
    if (unknown && step === 'over') continue
    told.push({ ...letter, recipient, announces: (unknown && step === 'changed') || step === 'announced' })
  }
  if (told.length === 0) return
  const waits = (letter: Told) => letter.thing !== undefined && !isShown(services, channel)
  const now = services.clock().getTime()
  // Those of one act wait until the same moment, and leave as one.
  const soon = new Date(Math.ceil((now + settleMs) / togetherMs) * togetherMs)
  const waiting = told.some(waits) ? await waitingFor(tx, { channel, kind, until: soon }, told) : new Set<string>()
  const joins = (letter: Told) => waits(letter) && waiting.has(letter.recipient.toString('hex'))
  await gather(tx, services, { channel, kind, until: soon }, told.filter(joins))
  const alone = told.filter((letter) => !joins(letter))
  const recipients = alone.map(({ recipient }) => recipient)
  const fits = await takeFromBudgets(
    tx,
    services,
    { channel, kind, said: alone[0] ? saidBy(alone[0]) : '' },
    recipients,
  )
  const fitting = alone.filter((_, place) => fits[place])
  await postMessages(
    tx,
    services,
    channel,
    fitting.filter((letter) => !waits(letter)),
    kind,
  )
  await gather(tx, services, { channel, kind, until: soon }, fitting.filter(waits))
  const nextHour = new Date(now - (now % gatherMs) + gatherMs)
  await gather(
    tx,
    services,
    { channel, kind, until: nextHour },
    alone.filter((_, place) => !fits[place]),
  )
}

/** By which equal warnings are known: the subject, or the text of an SMS. */
export const saidBy = ({ subject, text }: Pick<OutgoingMessage, 'subject' | 'text'>): string => subject || text

type Told = Letter & { recipient: Buffer; announces: boolean }

/** The demo shows messages instead of sending them. */
const isShown = ({ config }: Messenger, channel: Channel): boolean =>
  config.outbox && (channel === 'email' ? config.smtpUrl : config.smsUrl) === null

/** The receivers for whom messages of this kind wait until then: a new one joins them and counts as no other message. */
async function waitingFor(
  tx: Tx,
  { channel, kind, until }: { channel: Channel; kind: MessageKind; until: Date },
  letters: readonly Told[],
): Promise<Set<string>> {
  const { rows } = await sql<{ recipient: Buffer }>`
    select distinct recipient from outgoing_messages
    where recipient = any(${letters.map(({ recipient }) => recipient)}::bytea[]) and channel = ${channel}
      and kind = ${kind} and gathered_until = ${until}`.execute(tx)
  return new Set(rows.map(({ recipient }) => recipient.toString('hex')))
}

/** Removes messages about a thing that have not left yet. Returns whether the receiver still knows nothing of it. */
async function takeBack(
  tx: Tx,
  services: Messenger,
  channel: Channel,
  { to, recipient, name }: { to: string; recipient: Buffer; name: string },
): Promise<boolean> {
  const waiting = await tx
    .deleteFrom('outgoing_messages')
    .where('recipient', '=', recipient)
    .where('channel', '=', channel)
    .where('thing', '=', name)
    .where('gathered_until', 'is not', null)
    .returning('announces')
    .execute()
  if (isShown(services, channel))
    waiting.push(
      ...(await tx
        .deleteFrom('outbox')
        .where(sql`lower(recipient)`, '=', to.toLowerCase())
        .where('channel', '=', channel)
        .where('thing', '=', name)
        .where('created_at', '>', new Date(services.clock().getTime() - settleMs))
        .returning('announces')
        .execute()),
    )
  return waiting.some(({ announces }) => announces)
}

/** Keeps messages until `until`, when those of a kind to one receiver leave as one. */
async function gather(
  tx: Tx,
  services: Messenger,
  { until, ...of }: { channel: Channel; kind: MessageKind; until: Date },
  letters: readonly Told[],
): Promise<void> {
  if (letters.length === 0) return
  await keepSealed(tx, services, letters, { ...of, until })
  // A second later, so that the clock of the database has passed the time, too.
  await addJob(tx, 'send_gathered', {}, { runAt: new Date(until.getTime() + 1000) })
}

/** Inserts sealed messages and returns their ids. `until`: when they leave together with others. */
async function keepSealed(
  tx: Tx,
  { config, clock }: Messenger,
  letters: readonly (Letter & Partial<Told>)[],
  { channel, kind, until = null }: { channel: Channel; kind: MessageKind; until?: Date | null },
): Promise<{ id: number }[]> {
  const ring = messageKeys(config.dataKeys)
  const rows = letters.map(({ code: _shownInDemo, thing, recipient, announces = false, ...message }) => ({
    sealed: sealWithRing(ring, JSON.stringify(message), messagePlace),
    recipient: recipient ?? recipientHash(config, message.to),
    ...{ thing: thing?.name ?? null, announces },
  }))
  const { rows: ids } = await sql<{ id: number }>`
    insert into outgoing_messages (channel, kind, urgency, queued_at, gathered_until, sealed, recipient, thing, announces)
    select ${channel}, ${kind}, ${urgencyOf(kind)}, ${clock()}::timestamptz, ${until}::timestamptz, sealed, recipient, thing, announces
    from unnest(${rows.map((row) => row.sealed)}::bytea[], ${rows.map((row) => row.recipient)}::bytea[],
      ${rows.map((row) => row.thing)}::text[], ${rows.map((row) => row.announces)}::boolean[])
      with ordinality as one (sealed, recipient, thing, announces, place)
    order by place returning id`.execute(tx)
  return ids
}

const urgencyOf = (kind: MessageKind): Urgency => (kind === 'code' || kind === 'security' ? kind : 'usual')

/** Messages of one channel that have passed the gate, each sent by a job of its own. */
export async function postMessages(
  tx: Tx,
  services: Messenger,
  channel: Channel,
  letters: readonly (Letter & Partial<Told>)[],
  kind: MessageKind,
): Promise<void> {
  if (letters.length === 0) return
  if (isShown(services, channel)) {
    const shown = letters.map(({ to, subject, text, code, thing, announces = false }) => ({
      ...{ recipient: to, subject, text, code, thing: thing?.name, announces },
    }))
    await sql`insert into outbox (channel, created_at, recipient, subject, text, code, thing, announces)
      select ${channel}, ${services.clock()}::timestamptz, one.* from jsonb_to_recordset(${JSON.stringify(shown)}::jsonb)
        as one (recipient text, subject text, text text, code text, thing text, announces boolean)`.execute(tx)
    return
  }
  const ids = await keepSealed(tx, services, letters, { channel, kind })
  await queueSending(tx, channel, urgencyOf(kind), ids)
}

/** By which an erasure finds the messages that wait for a person, and budgets count them. */
export const recipientHash = ({ pepper }: Pick<Messenger['config'], 'pepper'>, to: string): Buffer =>
  keyedHash(pepper, 'recipient of a message', to.toLowerCase())

/** A code is tried for about ten minutes: longer than it is valid. */
const codeAttempts = 7
/** Letters to a few people go before letters to many. */
const few = 10

function queueSending(tx: Tx, channel: Channel, urgency: Urgency, ids: { id: number }[]): Promise<void> {
  const names = { email: ['send_message', 'send_urgent_letter'], sms: ['send_sms', 'send_urgent_sms'] } as const
  return addJobs(tx, names[channel][urgency === 'usual' ? 0 : 1], ids, {
    ...(urgency === 'code' && { maxAttempts: codeAttempts }),
    ...(ids.length > few && { priority: 1 }),
  })
}
