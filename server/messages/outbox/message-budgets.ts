import { sql } from 'kysely'
import type { Tx } from '#server/db.ts'
import { keyedHash, sha256 } from '#server/platform/crypto/hashes.ts'
import type { Messenger } from '#server/services.ts'
import type { Channel, MessageKind } from './tables.ts'

/** At most so many messages an hour to one receiver, of one kind and of all kinds, and in a day. */
interface ReceiverBudget {
  kind: number
  hour: number
  day: number
}

export const receiverBudgets: Record<Channel, ReceiverBudget> = {
  email: { kind: 10, hour: 30, day: 100 },
  sms: { kind: 5, hour: 6, day: 15 },
}
/** A mailbox of support gets a letter for every request of every person. */
export const supportBudget: ReceiverBudget = { kind: 200, hour: 200, day: 2000 }

/** At most so many messages an hour that one account sets off; organisers tell hundreds of people at once. */
export const senderBudgets: Record<Channel, { person: number; organiser: number }> = {
  email: { person: 300, organiser: 30_000 },
  sms: { person: 60, organiser: 6_000 },
}

const hourMs = 3_600_000
/** How often messages over their budgets leave, gathered. */
export const gatherMs = hourMs
/** For so long a message about a thing waits for a newer one that replaces it. */
export const settleMs = 150_000
/** And then until the next full part of a minute, so that the messages of one act wait until the same moment. */
export const togetherMs = 30_000
/** How long dispatches are counted. */
export const countedMs = 24 * hourMs

export const senderHash = ({ pepper }: Messenger['config'], accountId: number): Buffer =>
  keyedHash(pepper, 'sender of a message', String(accountId))

/**
 * Takes a message from the budgets of each receiver and of the sender. Returns for each whether it fits; what does not
 * fit is not counted. It takes no lock, so a few calls at the same moment may each take the last message of a budget.
 */
export async function takeFromBudgets(
  tx: Tx,
  { config, clock, sender }: Messenger,
  { channel, kind, said }: { channel: Channel; kind: MessageKind; said: string },
  recipients: readonly Buffer[],
): Promise<boolean[]> {
  const now = clock()
  const [hourAgo, dayAgo] = [new Date(now.getTime() - hourMs), new Date(now.getTime() - countedMs)]
  // Warnings are counted apart by what they say, so that many of one sort delay none of another.
  const counted = kind === 'security' ? `${kind} ${sha256(said).toString('hex')}` : kind
  const by = sender && senderHash(config, sender.accountId)
  const { rows } = await sql<{ recipient: Buffer | null; kind: number; hour: number; day: number }>`
    select recipient, (count(*) filter (where kind = ${counted} and sent_at > ${hourAgo}))::int as kind,
      (count(*) filter (where sent_at > ${hourAgo}))::int as hour, count(*)::int as day
    from message_dispatches
    where recipient = any(${recipients}::bytea[]) and channel = ${channel} and sent_at > ${dayAgo} group by recipient
    union all
    select null, 0, count(*)::int, 0 from message_dispatches
    where sender = ${by}::bytea and channel = ${channel} and sent_at > ${hourAgo}`.execute(tx)
  const taken = new Map(rows.map(({ recipient, ...counts }) => [recipient?.toString('hex'), counts]))
  const max = kind === 'support' ? supportBudget : receiverBudgets[channel]
  let left =
    sender === null
      ? Number.POSITIVE_INFINITY
      : senderBudgets[channel][sender.organises ? 'organiser' : 'person'] - (taken.get(undefined)?.hour ?? 0)
  const fits = recipients.map((recipient) => {
    const key = recipient.toString('hex')
    const own = taken.get(key) ?? { kind: 0, hour: 0, day: 0 }
    const full = kind !== 'security' && (own.hour >= max.hour || own.day >= max.day)
    if (left <= 0 || own.kind >= max.kind || full) return false
    left -= 1
    taken.set(key, { kind: own.kind + 1, hour: own.hour + 1, day: own.day + 1 })
    return true
  })
  const fitting = recipients.filter((_, place) => fits[place])
  if (fitting.length > 0)
    await sql`insert into message_dispatches (channel, kind, recipient, sender, sent_at)
      select ${channel}, ${counted}, recipient, ${by}::bytea, ${now}::timestamptz
      from unnest(${fitting}::bytea[]) as recipient`.execute(tx)
  return fits
}
