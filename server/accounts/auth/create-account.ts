import type { Tx } from '#server/db.ts'
import { isUniqueViolation } from '#server/platform/db/unique-violation.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import type { AdminFlag } from '#shared/platform/api/route.ts'

export interface NewAccount {
  email: string
  /** +79161234567 */
  phone?: string | null
  passwordHash: string
  firstName?: string
  lastName?: string
  middleName?: string
  /** yyyy-MM-dd */
  birthDate?: string | null
  avatar?: string | null
  emailVerified?: boolean
  isDemo?: boolean
  flags?: readonly AdminFlag[]
  roles?: readonly ('mentor' | 'assessor')[]
  now: Date
}

/** Throws `email_exists` or `phone_exists`; the transaction must then be rolled back. */
export async function createAccount(tx: Tx, account: NewAccount): Promise<{ id: number; testId: number }> {
  const made = await tx
    .insertInto('accounts')
    .values({
      email: account.email.toLowerCase(),
      email_verified_at: account.emailVerified === false ? null : account.now,
      phone: account.phone ?? null,
      password_hash: account.passwordHash,
      first_name: account.firstName ?? '',
      last_name: account.lastName ?? '',
      middle_name: account.middleName ?? '',
      birth_date: account.birthDate ?? null,
      avatar: account.avatar ?? null,
      is_demo: account.isDemo ?? false,
      created_at: account.now,
    })
    .returning(['id', 'test_id as testId'])
    .executeTakeFirstOrThrow()
    .catch((error: unknown) => {
      if (isUniqueViolation(error, 'accounts_email_key')) throw new Refusal('email_exists')
      if (isUniqueViolation(error, 'accounts_phone_key')) throw new Refusal('phone_exists')
      throw error
    })
  const { flags = [], roles = [] } = account
  if (flags.length > 0)
    await tx
      .insertInto('admin_flags')
      .values(flags.map((flag) => ({ account_id: made.id, flag })))
      .execute()
  if (roles.length > 0)
    await tx
      .insertInto('account_roles')
      .values(roles.map((role) => ({ account_id: made.id, role })))
      .execute()
  return made
}
