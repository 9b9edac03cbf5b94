import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#server/db.ts'
import type { Config } from '#server/platform/config/config.ts'
import { sha256 } from '#server/platform/crypto/hashes.ts'
import { type Place, prepared } from '#server/platform/db/prepared.ts'
import { Refusal, type RefusalCode } from '#shared/platform/api/refusals.ts'
import { readPhone } from '#shared/platform/text/read-phone.ts'
import { type Counted, counting, refuseTooMany, subjectInSql, unknownName } from './password-tries.ts'

/** Normalises an e-mail address or phone number. */
export function normaliseUsername(username: string): string {
  const text = username.trim()
  return text.includes('@') ? text.toLowerCase() : (readPhone(text) ?? text)
}

/** The account with this normalised e-mail or phone. */
export async function findByUsername(
  db: Db | Tx,
  config: Pick<Config, 'demo'>,
  username: string,
  device: Buffer | null,
) {
  const column = username.includes('@') ? 'email' : 'phone'
  return (
    (await accountOn(db, config, device)
      .where('id', '=', accountIdBy(sql`${sql.ref(column)} = ${username}`))
      .executeTakeFirst()) ?? null
  )
}

export async function findById(db: Db | Tx, config: Pick<Config, 'demo'>, accountId: number, device: Buffer | null) {
  return (
    (await accountOn(db, config, device)
      .where('id', '=', accountIdBy(sql`id = ${accountId}`))
      .executeTakeFirst()) ?? null
  )
}

const accountColumns = [
  'id',
  'email',
  'phone',
  'password_hash',
  'second_factor',
  'totp_secret',
  'totp_last_step',
  'disabled_at',
  'session_epoch',
] as const
const knownDevice = (device: RawBuilder<Buffer | null>) =>
  sql<Buffer | null>`(select token_hash from known_devices
    where account_id = accounts.id and token_hash = ${device}::bytea)`
const anyDevice = sql<boolean>`exists (select from known_devices where account_id = accounts.id)`

/** The id of the account, or of the account of the same person that its login leads to since a merge. */
const accountIdBy = (which: RawBuilder<unknown>) =>
  sql<number>`(select coalesce(named.enters_as, named.id) from accounts as named where ${which})`

/** An account, with this device if it is a known one. Demo accounts are found only in a demo. */
const accountOn = (db: Db | Tx, { demo }: Pick<Config, 'demo'>, device: Buffer | null) =>
  db
    .selectFrom('accounts')
    .select(accountColumns)
    .select([knownDevice(sql`${device}`).as('device'), anyDevice.as('has_devices')])
    .$if(!demo, (query) => query.where('is_demo', '=', false))

export type FoundAccount = NonNullable<Awaited<ReturnType<typeof findByUsername>>>

interface Try extends Record<string, unknown> {
  username: string
  device: Buffer | null
  demo: boolean
  unknown: string
  now: Date
}

type Tried = Counted & { subject: string } & (FoundAccount | { [N in keyof FoundAccount]: null })

/** Like `findByUsername`, but also counts the try in the same statement, for the known device or the account. */
const findAndCount = (column: 'email' | 'phone') =>
  prepared<Try, Tried>((db, place: Place<Try>) =>
    sql<Tried>`
      with found as materialized (
        select ${sql.join(accountColumns.map((name) => sql.ref(name)))},
          ${knownDevice(place('device'))} as device, ${anyDevice} as has_devices
        from accounts where id = ${accountIdBy(sql`${sql.ref(column)} = ${place('username')}`)} and (${place('demo')}::boolean or not is_demo)
      ), counted as (
        insert into password_tries as t (subject, tries, last_at)
        select coalesce((select ${subjectInSql} from found), ${place('unknown')}::text), 1, ${place('now')}::timestamptz
        ${counting(place('now'))}
      )
      select counted.*, found.* from counted left join found on true`.compile(db),
  )
const tries = { email: findAndCount('email'), phone: findAndCount('phone') }

/**
 * Finds the account for a login, null if there is none, and counts the try. `subject` is the counter. Throws
 * `limit_reached`.
 */
export async function tryToEnter(
  db: Db,
  { demo, pepper }: Pick<Config, 'demo' | 'pepper'>,
  { username, device, now }: { username: string; device: Buffer | null; now: Date },
): Promise<{ account: FoundAccount | null; subject: string }> {
  const column = username.includes('@') ? 'email' : 'phone'
  const [tried] = await tries[column](db, { username, device, demo, now, unknown: unknownName(pepper, username) })
  if (!tried) throw new Error('a try was not counted')
  refuseTooMany(tried, now)
  return { account: tried.id === null ? null : tried, subject: tried.subject }
}

/**
 * The account, locked until the transaction ends. Throws `expired` when its sessions were ended since `epoch`, because
 * that cancels all requests made before.
 */
export async function lockAccount(tx: Tx, accountId: number, epoch: number, expired: RefusalCode) {
  const account = await tx
    .selectFrom('accounts')
    .select(['email', 'phone', 'totp_secret', 'second_factor'])
    .where('id', '=', accountId)
    .where('session_epoch', '=', epoch)
    .where('disabled_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!account) throw new Refusal(expired)
  return account
}

/** Makes all devices unknown. The rows stay, so that the next login still counts as one from a new device. */
export async function forgetDevices(tx: Tx, accountId: number): Promise<void> {
  await sql`update known_devices set token_hash = sha256(token_hash) where account_id = ${accountId}`.execute(tx)
}

export async function rememberDevice(tx: Tx, accountId: number, deviceToken: string, now: Date): Promise<void> {
  await tx
    .insertInto('known_devices')
    .values({ account_id: accountId, token_hash: sha256(deviceToken), last_used_at: now })
    .onConflict((conflict) => conflict.columns(['account_id', 'token_hash']).doUpdateSet({ last_used_at: now }))
    .execute()
}

/**
 * The competition that letters to this person link to: the named one, otherwise the last entered, otherwise the first.
 */
export async function competitionForLinks(db: Db | Tx, accountId: number, wished?: string): Promise<string | null> {
  const found = await db
    .selectFrom('competitions')
    .leftJoin('participations', (join) =>
      join
        .onRef('participations.competition_code', '=', 'competitions.code')
        .on('participations.account_id', '=', accountId),
    )
    .select('competitions.code')
    .where('published', '=', true)
    .orderBy(sql`competitions.code = ${wished ?? null}`, 'desc')
    .orderBy('joined_at', (order) => order.desc().nullsLast())
    .orderBy('sort')
    .executeTakeFirst()
  return found?.code ?? null
}
