import { sql } from 'kysely'
import type { Db, Tx } from '#server/db.ts'
import {
  type NotificationChannel,
  type NotificationKindName,
  usualChoices,
} from '#shared/messages/notifications/kinds.ts'

interface Choice {
  kind: NotificationKindName
  channel: NotificationChannel
  wanted: boolean
}

/** Every pair of kind and channel with the person's choice. */
export async function choicesOf(db: Db | Tx, accountId: number) {
  const rows = await db
    .selectFrom('notification_choices')
    .select(['kind', 'channel', 'wanted'])
    .where('account_id', '=', accountId)
    .execute()
  const said = new Map(rows.map(({ kind, channel, wanted }) => [`${kind} ${channel}`, wanted]))
  return usualChoices.map((usual) => ({
    ...usual,
    wanted: usual.fixed || (said.get(`${usual.kind} ${usual.channel}`) ?? usual.wanted),
  }))
}

/** Stores the person's choices. Pairs that do not exist or are fixed are ignored. */
export async function keepChoices(db: Db, accountId: number, choices: readonly Choice[]): Promise<void> {
  const real = choices.filter((choice) =>
    usualChoices.some(({ kind, channel, fixed }) => kind === choice.kind && channel === choice.channel && !fixed),
  )
  const latest = [...new Map(real.map((choice) => [`${choice.kind} ${choice.channel}`, choice])).values()]
  if (latest.length === 0) return
  await db
    .insertInto('notification_choices')
    .values(latest.map((choice) => ({ account_id: accountId, ...choice })))
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'kind', 'channel']).doUpdateSet((eb) => ({ wanted: eb.ref('excluded.wanted') })),
    )
    .execute()
}

/** The people among these who want this kind by this channel. */
export async function filterSubscribed(
  db: Db | Tx,
  accountIds: readonly number[],
  kind: NotificationKindName,
  channel: NotificationChannel,
): Promise<Set<number>> {
  const usual = usualChoices.find((each) => each.kind === kind && each.channel === channel)
  if (!usual) return new Set()
  if (usual.fixed || accountIds.length === 0) return new Set(accountIds)
  const others = await db
    .selectFrom('notification_choices')
    .select('account_id')
    .where(sql<boolean>`account_id = any(${[...accountIds]}::integer[])`)
    .where('kind', '=', kind)
    .where('channel', '=', channel)
    .where('wanted', '=', !usual.wanted)
    .execute()
  const differing = new Set(others.map(({ account_id }) => account_id))
  return new Set(accountIds.filter((id) => differing.has(id) !== usual.wanted))
}
