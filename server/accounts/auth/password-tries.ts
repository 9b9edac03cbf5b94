import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#server/db.ts'
import { keyedHash } from '#server/platform/crypto/hashes.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'

/** After this many wrong passwords the login is locked for an hour. */
export const maxTries = 5
const lockMs = 3_600_000

/** A counter after its last try. */
export interface Counted {
  tries: number
  last_at: Date
}

/**
 * The end of an insert of one try into `password_tries as t`. The lock starts with the last counted try; further tries
 * do not extend it.
 */
export const counting = (now: RawBuilder<Date>) => sql`
  on conflict (subject) do update set
    tries = case
      when t.last_at <= ${now}::timestamptz - ${lock} then 1
      when t.tries >= ${maxTries}::int then ${maxTries + 1}::int
      else t.tries + 1 end,
    last_at = case
      when t.last_at > ${now}::timestamptz - ${lock} and t.tries >= ${maxTries}::int then t.last_at
      else excluded.last_at end
  returning subject, tries, last_at`

const lock = sql`${lockMs}::float8 * interval '1 millisecond'`

/**
 * Counts a try before the password is checked, so that a hundred simultaneous tries are still only five. Throws
 * `limit_reached`.
 */
export async function countTry(db: Db, subject: string, now: Date): Promise<void> {
  const { rows } = await sql<Counted>`
    insert into password_tries as t (subject, tries, last_at) values (${subject}, 1, ${now})
    ${counting(sql`${now}`)}`.execute(db)
  for (const counted of rows) refuseTooMany(counted, now)
}

export function refuseTooMany({ tries, last_at }: Counted, now: Date): void {
  if (tries <= maxTries) return
  throw new Refusal('limit_reached', { retryAfter: Math.ceil((last_at.getTime() + lockMs - now.getTime()) / 1000) })
}

/** The password was right but a second factor is still missing: this try does not count. */
export async function releaseTry(db: Db, subject: string): Promise<void> {
  await db
    .updateTable('password_tries')
    .set((eb) => ({ tries: eb('tries', '-', 1) }))
    .where('subject', '=', subject)
    .where('tries', '>', 0)
    .where('tries', '<=', maxTries)
    .execute()
}

export async function forgetTries(tx: Tx, subjects: string[]): Promise<void> {
  await tx.deleteFrom('password_tries').where('subject', 'in', subjects).execute()
}

/** Devices on which the account was never used are counted together. */
export const unknownDevicesOf = (accountId: number) => `account:${accountId}`
/** For confirming the password within a session. */
export const withinSessionOf = (accountId: number) => `inside:${accountId}`
/** Codes of a second factor after another service has recognised the person. */
export const withoutPassword = (accountId: number) => `recognised:${accountId}`
/**
 * The subject of an account with the column `device`: a device that the owner logged in on is counted by itself, so that
 * strangers cannot lock it out.
 */
export const subjectInSql = sql<string>`case when device is null then 'account:' || id
  else 'device:' || id || ':' || rtrim(translate(encode(device, 'base64'), E'+/\\n', '-_'), '=') end`
/** The counter of a username without an account, which is counted like any other. */
export const unknownName = (pepper: string, username: string) =>
  `name:${keyedHash(pepper, 'unknown username', username).toString('base64url')}`
