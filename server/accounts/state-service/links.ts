import { confirmPassword } from '#server/accounts/auth/confirm-password.ts'
import { forgetStateService } from '#server/accounts/auth/forget-state-service.ts'
import { countTry, releaseTry, withinSessionOf } from '#server/accounts/auth/password-tries.ts'
import { challenge, passChallenge, spendChallenge } from '#server/accounts/auth/second-factor.ts'
import { findById, lockAccount } from '#server/accounts/auth/store.ts'
import { warnOwner } from '#server/accounts/auth/warn-owner.ts'
import type { Db, Tx } from '#server/db.ts'
import { recordAudit } from '#server/platform/audit/record-audit.ts'
import { keyedHash } from '#server/platform/crypto/hashes.ts'
import { isUniqueViolation } from '#server/platform/db/unique-violation.ts'
import type { Caller } from '#server/platform/http/handler.ts'
import type { Services } from '#server/services.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { quoted } from '#shared/platform/text/quoted.ts'
import { formatWire } from '#shared/platform/time/moscow.ts'
import { serviceOf } from './ask-service.ts'
import { beginVisit, endVisit, type ForAccount } from './visits.ts'

/** The hash under which an issuer and subject are stored. */
export const hashOfSubject = (services: Services, sub: string): Buffer =>
  keyedHash(services.config.pepper, 'state service', JSON.stringify([serviceOf(services).issuer, sub]))

export async function accountOfSubject(db: Db, subject: Buffer): Promise<number | null> {
  const link = await db
    .selectFrom('state_service_links')
    .select('account_id')
    .where('subject_hash', '=', subject)
    .executeTakeFirst()
  return link?.account_id ?? null
}

/** When the account was linked, as a wire date, or null. */
export async function linkedSince(services: Services, accountId: number): Promise<string | null> {
  const link = await services.db
    .selectFrom('state_service_links')
    .select('linked_at')
    .where('account_id', '=', accountId)
    .where('issuer', '=', serviceOf(services).issuer)
    .executeTakeFirst()
  return link ? formatWire(link.linked_at) : null
}

/**
 * Links the subject to the account and notifies its owner. Throws `state_service_taken` when either has another link.
 * Call this last: it locks the audit.
 */
export async function linkAccount(tx: Tx, services: Services, account: Linked, subject: Buffer): Promise<void> {
  const { issuer, name } = serviceOf(services)
  // A link to a service that the portal no longer uses must not block the new one.
  await tx
    .deleteFrom('state_service_links')
    .where('account_id', '=', account.id)
    .where('issuer', '!=', issuer)
    .execute()
  await tx
    .insertInto('state_service_links')
    .values({ subject_hash: subject, account_id: account.id, issuer, linked_at: services.clock() })
    .execute()
    .catch((error: unknown) => {
      const taken = ['state_service_links_pkey', 'state_service_links_account_id_key']
      throw taken.some((constraint) => isUniqueViolation(error, constraint))
        ? new Refusal('state_service_taken')
        : error
    })
  await warnOwner(tx, services, account.id, {
    to: account.email,
    subject: `Вход через ${quoted(name)} подключён`,
    what: `Теперь в вашу учётную запись можно войти через ${quoted(name)}.`,
  })
  await recordAudit(tx, { actorId: account.id, action: 'state_service_linked', subject: `account:${account.id}` })
}

interface Linked {
  id: number
  email: string
}

/** Begins a link from the profile, after the password and, if it is on, the second factor. */
export async function beginLink(
  services: Services,
  { accountId, sessionId }: Caller,
  wish: { password: string; marker: string | undefined; code: string | undefined; ip: string },
) {
  const { db, config, clock } = services
  const session_epoch = await confirmPassword(services, accountId, wish.password)
  const account = await findById(db, config, accountId, null)
  if (!account) throw new Refusal('unauthorized')
  if (account.second_factor !== 'none') {
    if (!wish.code) return { challenge: await challenge(services, account, wish.ip) }
    const { marker, code } = wish
    await countTry(db, withinSessionOf(accountId), clock())
    const passed = await passChallenge(services, account, marker, code)
    await releaseTry(db, withinSessionOf(accountId))
    await db.transaction().execute((tx) => spendChallenge(tx, services, account, passed))
  }
  return beginVisit(services, { account_id: accountId, session_id: sessionId, session_epoch })
}

/** Completes a link begun in the profile. After a logout or a new password it is refused. */
export async function finishLink(services: Services, by: ForAccount, token: string, subject: Buffer): Promise<void> {
  await services.db.transaction().execute(async (tx) => {
    const { email } = await lockAccount(tx, by.account_id, by.session_epoch, 'state_service_expired')
    const open = await tx
      .selectFrom('sessions')
      .select('id')
      .where('id', '=', by.session_id)
      .where('revoked_at', 'is', null)
      .executeTakeFirst()
    if (!open) throw new Refusal('state_service_expired')
    await endVisit(tx, token)
    await linkAccount(tx, services, { id: by.account_id, email }, subject)
  })
}

export async function unlinkAccount(services: Services, accountId: number, password: string): Promise<void> {
  const { name } = serviceOf(services)
  const epoch = await confirmPassword(services, accountId, password)
  await services.db.transaction().execute(async (tx) => {
    const { email } = await lockAccount(tx, accountId, epoch, 'fresh_login_required')
    if (!(await forgetStateService(tx, accountId))) return
    await warnOwner(tx, services, accountId, {
      to: email,
      subject: `Вход через ${quoted(name)} отключён`,
      what: `Войти в вашу учётную запись через ${quoted(name)} больше нельзя, только с паролем.`,
    })
    await recordAudit(tx, { actorId: accountId, action: 'state_service_unlinked', subject: `account:${accountId}` })
  })
}
