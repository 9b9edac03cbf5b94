import type { Services } from '#server/services.ts'
import { Refusal } from '#shared/api/refusals.ts'
import { verifyPassword } from './password-hash.ts'
import { countTry, insideOf, releaseTry } from './password-tries.ts'

/**
 * Changes to the account's security need its password, not only an open session. Gives the session epoch in which the
 * password was right, for `lockAccount`.
 */
export async function confirmPassword(
  { db, clock }: Services,
  accountId: number,
  password: string,
  /** The name of the password field in the caller's form. */
  field = 'password',
): Promise<number> {
  await countTry(db, insideOf(accountId), clock())
  const account = await db
    .selectFrom('accounts')
    .select(['password_hash', 'session_epoch'])
    .where('id', '=', accountId)
    .executeTakeFirst()
  if (!(await verifyPassword(account?.password_hash ?? null, password)) || !account)
    throw new Refusal('fresh_login_required', {
      fields: { [field]: { rule: 'password', message: 'Неверный пароль' } },
    })
  await releaseTry(db, insideOf(accountId))
  return account.session_epoch
}
