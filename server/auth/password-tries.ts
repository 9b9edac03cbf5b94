import type { Db, Tx } from '#server/db.ts'
import { keyedHash } from '#server/platform/crypto/hashes.ts'
import { Refusal } from '#shared/api/refusals.ts'

/** After this many wrong passwords the login is locked for an hour. */
export const mostTries = 5
const lockMs = 3_600_000

/**
 * Counts a try before the password is checked, so that a hundred simultaneous tries are still only five. Throws
 * `limit_reached`. The lock starts with the last counted try; further tries do not extend it.
 */
export async function countTry(db: Db, subject: string, now: Date): Promise<void> {
  const { tries, last_at } = await db
    .insertInto('password_tries')
    .values({ subject, tries: 1, last_at: now })
    .onConflict((conflict) =>
      conflict.column('subject').doUpdateSet((eb) => {
        const over = eb('password_tries.last_at', '<=', new Date(now.getTime() - lockMs))
        const shut = eb('password_tries.tries', '>=', mostTries)
        return {
          tries: eb
            .case()
            .when(over)
            .then(1)
            .when(shut)
            .then(mostTries + 1)
            .else(eb('password_tries.tries', '+', 1))
            .end(),
          last_at: eb
            .case()
            .when(eb.and([eb.not(over), shut]))
            .then(eb.ref('password_tries.last_at'))
            .else(now)
            .end(),
        }
      }),
    )
    .returning(['tries', 'last_at'])
    .executeTakeFirstOrThrow()
  if (tries <= mostTries) return
  const wait = Math.ceil((last_at.getTime() + lockMs - now.getTime()) / 1000)
  throw new Refusal('limit_reached', { retryAfter: Math.max(1, wait) })
}

/** The password was right but a second factor is still missing: this try does not count. */
export async function releaseTry(db: Db, subject: string): Promise<void> {
  await db
    .updateTable('password_tries')
    .set((eb) => ({ tries: eb('tries', '-', 1) }))
    .where('subject', '=', subject)
    .where('tries', '>', 0)
    .where('tries', '<=', mostTries)
    .execute()
}

export async function forgetTries(tx: Tx, subjects: string[]): Promise<void> {
  await tx.deleteFrom('password_tries').where('subject', 'in', subjects).execute()
}

/** Devices on which the account was never used are counted together. */
export const unknownDevicesOf = (accountId: number) => `account:${accountId}`
/** For confirming the password within a session. */
export const insideOf = (accountId: number) => `inside:${accountId}`
/** A device that the owner logged in on is counted by itself: strangers cannot lock it out. */
export const deviceOf = (accountId: number, device: Buffer) => `device:${accountId}:${device.toString('base64url')}`
/** Codes of a second factor after another service has recognised the person. */
export const withoutPassword = (accountId: number) => `recognised:${accountId}`
/** A name that nobody has is counted like one that somebody has. */
export const unknownName = (pepper: string, username: string) =>
  `name:${keyedHash(pepper, 'unknown username', username).toString('base64url')}`
