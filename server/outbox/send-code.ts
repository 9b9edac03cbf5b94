import { sql } from 'kysely'
import { recordAudit } from '#server/audit/record-audit.ts'
import type { Tx } from '#server/db.ts'
import { clientKey } from '#server/platform/http/limits.ts'
import type { Services } from '#server/services.ts'
import { Refusal } from '#shared/api/refusals.ts'
import { blockOfNumbers, type DispatchRule, dispatchLimits, waitFor } from './dispatch-limits.ts'
import { queueLetter, queueSms } from './queue-message.ts'
import type { Channel, OutboxTables } from './tables.ts'

type Portal = Pick<Services, 'config' | 'clock'>

interface CodeMessage {
  channel: Channel
  to: string
  ip: string
  purpose: OutboxTables['code_dispatches']['purpose']
  code: string
  /** For a letter. */
  subject?: string
  text: string
}

/** Sends a code within the limits. Throws `sms_limit` or `too_many_requests` with the seconds to wait. */
export async function sendCode(tx: Tx, services: Portal, message: CodeMessage): Promise<void> {
  const wait = await waitForCode(tx, services, message)
  if (wait > 0) throw new Refusal(message.channel === 'sms' ? 'sms_limit' : 'too_many_requests', { retryAfter: wait })
  await dispatch(tx, services, message)
}

/** Sends a code, or nothing when it is too early: for answers that must not reveal whether anything was sent. */
export async function sendCodeQuietly(tx: Tx, services: Portal, message: CodeMessage): Promise<void> {
  if ((await waitForCode(tx, services, message)) === 0) await dispatch(tx, services, message)
}

async function dispatch(tx: Tx, services: Portal, { channel, to, ip, purpose, code, subject = '', text }: CodeMessage) {
  const row = { channel, recipient: to.toLowerCase(), client: clientKey(ip), purpose, sent_at: services.clock() }
  await tx.insertInto('code_dispatches').values(row).execute()
  if (channel === 'sms') await queueSms(tx, services, { to, text, code })
  else await queueLetter(tx, services, { to, subject, text, code })
}

async function waitForCode(tx: Tx, services: Portal, { channel, to, ip, purpose }: CodeMessage): Promise<number> {
  const now = services.clock()
  const paid = channel === 'sms' && (services.config.smsUrl !== null || services.config.production)
  const limits = dispatchLimits[channel]
  const client = clientKey(ip)
  // Counting and sending are one step, otherwise two calls at once could both use the last one allowed.
  await sql`select pg_advisory_xact_lock(hashtext(${`codes ${channel}`}))`.execute(tx)
  const earlier = await sentBefore(tx, channel, limits.recipient, now, 'recipient', to.toLowerCase())
  // Every SMS costs money. A letter only has to wait when it repeats the same letter.
  const [repeat, ...others] = limits.recipient
  const repeated = channel === 'sms' ? earlier : earlier.filter((row) => row.purpose === purpose)
  const waits = [waitFor(moments(repeated), repeat ? [repeat] : [], now), waitFor(moments(earlier), others, now)]
  // In the demo all calls come from the same client.
  if (paid || !isThisMachine(ip))
    waits.push(
      waitFor(moments(await sentBefore(tx, channel, limits.client, now, 'client', client)), limits.client, now),
    )
  // The budget limits count only where an SMS costs money.
  if (paid) waits.push(await waitForBudget(tx, services, now), await waitForBlock(tx, to, now))
  return Math.max(...waits)
}

async function sentBefore(
  tx: Tx,
  channel: Channel,
  rules: DispatchRule[],
  now: Date,
  column: 'recipient' | 'client',
  value: string,
): Promise<Sent[]> {
  const maxSeconds = Math.max(...rules.map(({ seconds }) => seconds))
  return tx
    .selectFrom('code_dispatches')
    .select(['sent_at', 'purpose'])
    .where('channel', '=', channel)
    .where(column, '=', value)
    .where('sent_at', '>', new Date(now.getTime() - maxSeconds * 1000))
    .orderBy('sent_at', 'desc')
    .limit(Math.max(...rules.map(({ max }) => max)))
    .execute()
}

type Sent = Pick<OutboxTables['code_dispatches'], 'sent_at' | 'purpose'>
const moments = (rows: readonly Sent[]) => rows.map((row) => row.sent_at)

async function waitForBudget(tx: Tx, { config }: Portal, now: Date): Promise<number> {
  const budget = config.smsBudgetPerHour
  const hourAgo = new Date(now.getTime() - 3_600_000)
  const sent = await tx
    .selectFrom('code_dispatches')
    .select((eb) => [eb.fn.countAll<string>().as('count'), eb.fn.min('sent_at').as('first')])
    .where('channel', '=', 'sms')
    .where('sent_at', '>', hourAgo)
    .executeTakeFirstOrThrow()
  const count = Number(sent.count)
  // The alarm is raised together with the last SMS of the hour's budget.
  if (count === budget - 1) await recordAudit(tx, { actorId: null, action: 'sms_budget_spent', detail: { budget } })
  if (count < budget) return 0
  return Math.max(1, Math.ceil(((sent.first ?? now).getTime() - hourAgo.getTime()) / 1000))
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
