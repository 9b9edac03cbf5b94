import { sql } from 'kysely'
import type { Tx } from '#server/db.ts'
import { clientKey } from '#server/platform/http/limits.ts'
import type { Messenger } from '#server/services.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import {
  blockOfNumbers,
  clientLimits,
  type DispatchRule,
  purposesForAnyAddress,
  recipientLimits,
  strangersResetLimits,
  waitFor,
} from './dispatch-limits.ts'
import { queueLetter, queueSms } from './queue-message.ts'
import type { Channel, CodePurpose } from './tables.ts'
import { isPaid, purseOf, recordSpent, spend, waitForBudget } from './whole-budgets.ts'

interface CodeMessage {
  channel: Channel
  to: string
  ip: string
  purpose: CodePurpose
  /** The hash of the token of a known device of the account, which is counted separately. */
  device?: Buffer | null
  code: string
  /** For a letter. */
  subject?: string
  text: string
}

/** Sends a code within the limits. Throws `sms_limit` or `too_many_requests` with the seconds to wait. */
export async function sendCode(tx: Tx, services: Messenger, message: CodeMessage): Promise<void> {
  const wait = await waitForCode(tx, services, message)
  if (wait > 0) throw new Refusal(message.channel === 'sms' ? 'sms_limit' : 'too_many_requests', { retryAfter: wait })
  await dispatch(tx, services, message)
}

/** Sends a code unless it is too early. Returns whether it was sent. */
export async function sendCodeQuietly(tx: Tx, services: Messenger, message: CodeMessage): Promise<boolean> {
  const wait = await waitForCode(tx, services, message)
  if (wait === 0) await dispatch(tx, services, message)
  return wait === 0
}

async function dispatch(tx: Tx, services: Messenger, message: CodeMessage) {
  const { channel, to, ip, purpose, device = null, code, subject = '', text } = message
  const row = {
    channel,
    recipient: to.toLowerCase(),
    client: clientKey(ip),
    purpose,
    device,
    sent_at: services.clock(),
  }
  await tx.insertInto('code_dispatches').values(row).execute()
  if (isPaid(services, channel)) {
    const purse = purseOf(purpose, device)
    const { points, max, budget } = await spend(tx, services, channel, purse)
    if (points === max) await recordSpent(tx, channel, purse, budget)
  }
  if (channel === 'sms') await queueSms(tx, services, { to, text, code }, 'code')
  else await queueLetter(tx, services, { to, subject, text, code }, 'code')
}

async function waitForCode(tx: Tx, services: Messenger, message: CodeMessage): Promise<number> {
  const { channel, to, ip, purpose, device = null } = message
  const now = services.clock()
  const paid = channel === 'sms' && isPaid(services, channel)
  // Counting and sending must be one step; otherwise two calls at once could both use the last allowed code.
  await sql`select pg_advisory_xact_lock(hashtext(${`codes ${channel} ${purpose}`}))`.execute(tx)
  const rules = purpose === 'password' && device === null ? strangersResetLimits : recipientLimits[channel]
  const waits = [
    waitFor(await sentBefore(tx, message, rules, now, { recipient: to.toLowerCase(), device }), rules, now),
  ]
  // In the demo all calls come from the same client.
  if (purposesForAnyAddress.has(purpose) && (paid || !isThisMachine(ip))) {
    const rules = clientLimits[channel]
    waits.push(waitFor(await sentBefore(tx, message, rules, now, { client: clientKey(ip) }), rules, now))
  }
  if (isPaid(services, channel)) waits.push(await waitForBudget(tx, services, channel, purseOf(purpose, device)))
  if (paid && purposesForAnyAddress.has(purpose)) waits.push(await waitForBlock(tx, to, now))
  return Math.max(...waits)
}

/** When codes for this purpose were sent, newest first. */
async function sentBefore(
  tx: Tx,
  { channel, purpose }: CodeMessage,
  rules: DispatchRule[],
  now: Date,
  by: { recipient: string; device: Buffer | null } | { client: string },
): Promise<Date[]> {
  const maxSeconds = Math.max(...rules.map(({ seconds }) => seconds))
  const rows = await tx
    .selectFrom('code_dispatches')
    .select('sent_at')
    .where('channel', '=', channel)
    .where('purpose', '=', purpose)
    .where((eb) =>
      'client' in by
        ? eb('client', '=', by.client)
        : eb.and([eb('recipient', '=', by.recipient), eb('device', 'is not distinct from', by.device)]),
    )
    .where('sent_at', '>', new Date(now.getTime() - maxSeconds * 1000))
    .orderBy('sent_at', 'desc')
    .limit(Math.max(...rules.map(({ max }) => max)))
    .execute()
  return rows.map(({ sent_at }) => sent_at)
}

async function waitForBlock(tx: Tx, phone: string, now: Date): Promise<number> {
  const { count } = await tx
    .selectFrom('code_dispatches')
    .select((eb) => eb.fn.count<string>('recipient').distinct().as('count'))
    .where('channel', '=', 'sms')
    .where('recipient', 'like', `${phone.slice(0, -3)}___`)
    .where('recipient', '!=', phone)
    .where('sent_at', '>', new Date(now.getTime() - blockOfNumbers.seconds * 1000))
    .executeTakeFirstOrThrow()
  return Number(count) >= blockOfNumbers.max ? blockOfNumbers.seconds : 0
}

const isThisMachine = (ip: string) => ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(ip)
