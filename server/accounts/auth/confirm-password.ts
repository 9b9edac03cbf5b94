import type { Caller } from '#server/platform/http/handler.ts'
import type { Services } from '#server/services.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { verifyPassword } from './password-hash.ts'
import { countTry, releaseTry, withinSessionOf } from './password-tries.ts'

/** How long after a login its password counts as confirmed. */
const freshMs = 10 * 60_000

/**
 * Changes to the account's security need its password, not only an open session. Returns the session epoch in which the
 * password was right, for `lockAccount`.
 */
export async function confirmPassword(
  { db, clock }: Services,
  accountId: number,
  password: string,
  /** The name of the password field in the caller's form. */
  field = 'password',
): Promise<number> {
  await countTry(db, withinSessionOf(accountId), clock())
  const account = await db
    .selectFrom('accounts')
    .select(['password_hash', 'session_epoch'])
    .where('id', '=', accountId)
    .executeTakeFirst()
  if (!(await verifyPassword(account?.password_hash ?? null, password)) || !account)
    throw new Refusal('fresh_login_required', {
      fields: { [field]: { rule: 'password', message: 'Неверный пароль' } },
    })
  await releaseTry(db, withinSessionOf(accountId))
  return account.session_epoch
}

/**
 * Accepts a session that was opened with the password at most ten minutes ago. Renewing a session does not count.
 * Returns the epoch as `confirmPassword` does. Throws `fresh_login_required`.
 */
export async function confirmFreshLogin(
  { db, clock }: Services,
  { sessionId }: Pick<Caller, 'sessionId'>,
): Promise<number> {
  const account = await db
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
    .select('session_epoch')
    .where('sessions.id', '=', sessionId)
    .where('sessions.revoked_at', 'is', null)
    .where('sessions.by_password', '=', true)
    .where('sessions.created_at', '>', new Date(clock().getTime() - freshMs))
    .executeTakeFirst()
  if (!account)
    throw new Refusal('fresh_login_required', {
      fields: { password: { rule: 'required', message: 'Введите пароль' } },
    })
  return account.session_epoch
}
