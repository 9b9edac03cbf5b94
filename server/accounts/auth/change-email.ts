import type { Tx } from '#server/db.ts'
import { sendCode } from '#server/messages/outbox/send-code.ts'
import { recordAudit } from '#server/platform/audit/record-audit.ts'
import { sha256 } from '#server/platform/crypto/hashes.ts'
import { randomToken } from '#server/platform/crypto/random.ts'
import { isUniqueViolation } from '#server/platform/db/unique-violation.ts'
import type { Services } from '#server/services.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { isEmail } from '#shared/platform/text/is-email.ts'
import { confirmFreshLogin, confirmPassword } from './confirm-password.ts'
import { raiseEpoch } from './sessions.ts'
import { competitionForLinks, lockAccount } from './store.ts'
import { warnOwner } from './warn-owner.ts'

const linkMs = 24 * 3_600_000

/**
 * Sends a confirmation to the new address. Until it is confirmed the account keeps the old one, which also gets a
 * letter.
 */
export async function changeEmail(
  services: Services,
  wish: { accountId: number; sessionId: string; email: string; password?: string | undefined; ip: string },
): Promise<void> {
  const email = wish.email.trim().toLowerCase()
  if (!isEmail(email)) throw new Refusal('email_incorrect')
  const epoch =
    wish.password === undefined
      ? await confirmFreshLogin(services, wish)
      : await confirmPassword(services, wish.accountId, wish.password)
  await services.db.transaction().execute(async (tx) => {
    const { email: old } = await lockAccount(tx, wish.accountId, epoch, 'fresh_login_required')
    await sendVerification(tx, services, { ...wish, email, epoch }, old.toLowerCase() === email ? 'own_email' : 'email')
    if (old.toLowerCase() !== email)
      await warnOwner(tx, services, wish.accountId, {
        to: old,
        subject: 'Запрошена смена адреса почты',
        what: 'В вашей учётной записи запросили смену адреса почты. Пока новый адрес не подтвердят, действует этот.',
      })
    await recordAudit(tx, {
      actorId: wish.accountId,
      action: 'email_change_asked',
      subject: `account:${wish.accountId}`,
    })
  })
}

/** Sends the confirmation letter for the account's present address again. */
export async function sendEmailVerify(services: Services, accountId: number, ip: string): Promise<void> {
  await services.db.transaction().execute(async (tx) => {
    const { email, session_epoch: epoch } = await tx
      .selectFrom('accounts')
      .select(['email', 'session_epoch'])
      .where('id', '=', accountId)
      .executeTakeFirstOrThrow()
    await sendVerification(tx, services, { accountId, email, epoch, ip }, 'own_email')
  })
}

/** Checks the code from a letter. The address that got the letter becomes the account's address and is confirmed. */
export async function verifyEmail(services: Services, code: string): Promise<{ email: string }> {
  const now = services.clock()
  return services.db.transaction().execute(async (tx) => {
    const codeHash = sha256(code.trim())
    const asked = await tx
      .selectFrom('email_verifications')
      .select(['account_id', 'session_epoch'])
      .where('code_hash', '=', codeHash)
      .executeTakeFirst()
    if (!asked) throw new Refusal('email_code_expired')
    const accountId = asked.account_id
    const { email: old } = await lockAccount(tx, accountId, asked.session_epoch, 'email_code_expired')
    const verified = await tx
      .updateTable('email_verifications')
      .set({ used_at: now })
      .where('code_hash', '=', codeHash)
      .where('used_at', 'is', null)
      .where('expires_at', '>', now)
      .returning('email')
      .executeTakeFirst()
    if (!verified) throw new Refusal('email_code_expired')
    const { email } = verified
    await tx
      .updateTable('accounts')
      .set({ email, email_verified_at: now })
      .where('id', '=', accountId)
      .execute()
      .catch((error: unknown) => {
        throw isUniqueViolation(error, 'accounts_email_key') ? new Refusal('email_exists') : error
      })
    if (old.toLowerCase() !== email.toLowerCase()) {
      // The old mailbox may hold a link for a new password.
      await raiseEpoch(tx, accountId)
      await warnOwner(tx, services, accountId, {
        to: old,
        subject: 'Адрес почты изменён',
        what: 'Адрес почты вашей учётной записи изменён: войти по этому адресу больше нельзя, письма сюда приходить не будут.',
        next: 'После этого сразу напишите в поддержку: восстановить пароль по этому адресу уже не получится.',
      })
      await recordAudit(tx, { actorId: accountId, action: 'email_changed', subject: `account:${accountId}` })
    }
    return { email }
  })
}

async function sendVerification(
  tx: Tx,
  services: Services,
  { accountId, email, epoch, ip }: { accountId: number; email: string; epoch: number; ip: string },
  purpose: 'email' | 'own_email',
): Promise<void> {
  const code = randomToken()
  // Only the newest letter is valid.
  await tx.deleteFrom('email_verifications').where('account_id', '=', accountId).execute()
  await tx
    .insertInto('email_verifications')
    .values({
      code_hash: sha256(code),
      account_id: accountId,
      session_epoch: epoch,
      email,
      expires_at: new Date(services.clock().getTime() + linkMs),
    })
    .execute()
  const competition = await competitionForLinks(tx, accountId)
  await sendCode(tx, services, {
    channel: 'email',
    to: email,
    ip,
    purpose,
    code,
    subject: 'Подтвердите адрес почты',
    text: `Здравствуйте!

Чтобы подтвердить этот адрес, откройте ссылку:
${services.config.publicUrl}${competition ? `/${competition}` : ''}/verify#${code}

Если страница уже открыта, введите в ней код:
${code}

Ссылка действует сутки. Если вы не указывали этот адрес, ничего не делайте.`,
  })
}
