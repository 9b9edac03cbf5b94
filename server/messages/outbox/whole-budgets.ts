import { sql } from 'kysely'
import type { Db, Tx } from '#server/db.ts'
import { recordAudit } from '#server/platform/audit/record-audit.ts'
import { countUp } from '#server/platform/http/limits.ts'
import type { Services } from '#server/services.ts'
import type { Channel, CodePurpose } from './tables.ts'

/** `typed`: codes to any address that somebody types. `own`: codes and warnings to an account's own address. */
export const purses = ['typed', 'own', 'notices'] as const
export type Purse = (typeof purses)[number]

/**
 * The largest part of the hour's budget that each purse takes. What the others leave together is kept for those who
 * have an account: strangers and notices cannot use up the codes that they log in with.
 */
export const shares: Record<Channel, Record<Purse, number>> = {
  sms: { typed: 0.5, notices: 0.2, own: 1 },
  email: { typed: 0.3, notices: 0.6, own: 1 },
}

const hour = 3600
/** Without a captcha the typed codes of an hour cannot go within minutes: whoever comes next waits no longer. */
const burst = { seconds: 300, part: 1 / 6, least: 5 }

type Portal = Pick<Services, 'config' | 'clock'>

/** Whether messages of this channel are sent, and not only shown. */
export const isPaid = ({ config }: Pick<Portal, 'config'>, channel: Channel): boolean =>
  config.production || (channel === 'sms' ? config.smsUrl : config.smtpUrl) !== null

export const purseOf = (purpose: CodePurpose, device: Buffer | null): Purse =>
  ['registration', 'email', 'phone'].includes(purpose) || (purpose === 'password' && device === null) ? 'typed' : 'own'

const keyOf = (channel: Channel, what: Purse | 'burst' | 'raised') => `sent:${channel}:${what}`
export const raisedKey = (channel: Channel) => keyOf(channel, 'raised')

export const usualBudget = (config: Portal['config'], channel: Channel): number =>
  channel === 'sms' ? config.smsBudgetPerHour : config.letterBudgetPerHour

/** The hour's budget of a channel with what each purse has spent of it, and when the hour of each ends. */
export async function readBudget(db: Db | Tx, { config, clock }: Portal, channel: Channel) {
  const { rows } = await sql<{ key: string; points: number; expire: string }>`
    select key, points, expire from throttles
    where key like ${`sent:${channel}:%`} and expire > ${clock().getTime()}`.execute(db)
  const found = new Map(rows.map((row) => [row.key, { points: row.points, ends: new Date(Number(row.expire)) }]))
  const raised = found.get(raisedKey(channel))?.points ?? 0
  const budget = usualBudget(config, channel) + raised
  const of = (purse: Purse) => {
    const max = Math.max(1, Math.floor(budget * shares[channel][purse]))
    const window = found.get(keyOf(channel, purse))
    // Notices that wait for another hour are counted, too.
    return { spent: Math.min(window?.points ?? 0, max), max, ends: window?.ends ?? null }
  }
  const [typed, own, notices] = [of('typed'), of('own'), of('notices')]
  return {
    ...{ budget, raised, typed, own, notices, spent: typed.spent + own.spent + notices.spent },
    burst: { ends: null, ...found.get(keyOf(channel, 'burst')), max: burstMax(typed.max) },
  }
}

const burstMax = (max: number) => Math.max(burst.least, Math.ceil(max * burst.part))

/** Seconds until one more message of this purse is allowed; 0 for now. */
export async function waitForBudget(tx: Tx, services: Portal, channel: Channel, purse: Purse): Promise<number> {
  const budget = await readBudget(tx, services, channel)
  const now = services.clock().getTime()
  const until = (ends: (Date | null)[]) =>
    Math.ceil((Math.min(...ends.map((end) => end?.getTime() ?? now)) - now) / 1000)
  const own = budget[purse]
  const waits = [
    own.spent >= own.max ? until([own.ends]) : 0,
    budget.spent >= budget.budget ? until(purses.flatMap((each) => budget[each].ends ?? [])) : 0,
    purse === 'typed' && services.config.captcha === null && (budget.burst.points ?? 0) >= budget.burst.max
      ? until([budget.burst.ends])
      : 0,
  ]
  return Math.max(0, ...waits)
}

/** Counts a message. Reaching the end of a purse is recorded, for organisers. Returns its place in the hour. */
export async function spend(db: Db | Tx, services: Portal, channel: Channel, purse: Purse) {
  const now = services.clock()
  const { points, ends } = await countUp(db, { key: keyOf(channel, purse), seconds: hour }, now)
  if (purse === 'typed' && services.config.captcha === null)
    await countUp(db, { key: keyOf(channel, 'burst'), seconds: burst.seconds }, now)
  const { budget, spent, [purse]: own } = await readBudget(db, services, channel)
  return { points, ends, max: own.max, budget, isSpent: spent > budget }
}

export const recordSpent = (tx: Tx, channel: Channel, purse: Purse, budget: number) =>
  recordAudit(tx, {
    actorId: null,
    action: channel === 'sms' ? 'sms_budget_spent' : 'letter_budget_spent',
    detail: { budget, purse },
  })

/** From this part on an administrator sees that a budget runs out. */
const shortFrom = 0.8

/** The channels whose budget of this hour runs out, or was raised. */
export async function listShortBudgets(services: Pick<Services, 'db'> & Portal) {
  const channels = (['sms', 'email'] as const).filter((channel) => isPaid(services, channel))
  const all = await Promise.all(
    channels.map(async (channel) => ({ channel, ...(await readBudget(services.db, services, channel)) })),
  )
  return all
    .filter(
      ({ budget, spent, typed, notices, raised, burst: wave }) =>
        raised > 0 ||
        (wave.points ?? 0) >= wave.max ||
        [{ spent, max: budget }, typed, notices].some((each) => each.spent >= each.max * shortFrom),
    )
    .map(({ channel, budget, spent, typed, raised }) => ({
      ...{ channel, budget, spent, raised, strangers: { spent: typed.spent, max: typed.max } },
    }))
}
