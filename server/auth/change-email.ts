import { recordAudit } from '#server/audit/record-audit.ts'
import type { Tx } from '#server/db.ts'
import { queueLetter } from '#server/outbox/queue-message.ts'
import { sendCode } from '#server/outbox/send-code.ts'
import { sha256 } from '#server/platform/crypto/hashes.ts'
import { randomToken } from '#server/platform/crypto/random.ts'
import { isUniqueViolation } from '#server/platform/db/unique-violation.ts'
import type { Services } from '#server/services.ts'
import { Refusal } from '#shared/api/refusals.ts'
import { isEmail } from '#shared/forms/rules.ts'
import { confirmPassword } from './confirm-password.ts'
import { competitionForLinks } from './store.ts'

const linkMs = 24 * 3_600_000

/**
 * Sends a confirmation to the new address. Until it is confirmed the account keeps the old one, which also gets a
 * letter.
 */
export async function changeEmail(
  services: Services,
  wish: { accountId: number; email: string; password: string; ip: string },
): Promise<void> {
  const email = wish.email.trim().toLowerCase()
  if (!isEmail(email)) throw new Refusal('email_incorrect')
  await confirmPassword(services, wish.accountId, wish.password)
  await services.db.transaction().execute(async (tx) => {
    const { email: old } = await emailOf(tx, wish.accountId)
    await sendVerification(tx, services, { accountId: wish.accountId, email, ip: wish.ip })
    if (old.toLowerCase() !== email)
      await queueLetter(tx, services, {
        to: old,
        subject: 'Запрошена смена адреса почты',
        text: `Здравствуйте!

Кто-то, кто знает ваш пароль, просит сменить адрес почты вашей учётной записи. Прежний адрес действует, пока новый не подтверждён. Если это не вы, смените пароль и завершите все сеансы.`,
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
    const { email } = await emailOf(tx, accountId)
    await sendVerification(tx, services, { accountId, email, ip })
  })
}

/** Checks the code from a letter. The address that got the letter becomes the account's address and is confirmed. */
export async function verifyEmail(services: Services, code: string): Promise<{ email: string }> {
  const now = services.clock()
  return services.db.transaction().execute(async (tx) => {
    const verified = await tx
      .updateTable('email_verifications')
      .set({ used_at: now })
      .where('code_hash', '=', sha256(code.trim()))
      .where('used_at', 'is', null)
      .where('expires_at', '>', now)
      .returning(['account_id', 'email'])
      .executeTakeFirst()
    if (!verified) throw new Refusal('email_code_expired')
    const { account_id: accountId, email } = verified
    const { email: old } = await emailOf(tx, accountId)
    await tx
      .updateTable('accounts')
      .set({ email, email_verified_at: now })
      .where('id', '=', accountId)
      .execute()
      .catch((error: unknown) => {
        throw isUniqueViolation(error, 'accounts_email_key') ? new Refusal('email_exists') : error
      })
    if (old.toLowerCase() !== email.toLowerCase()) {
      await queueLetter(tx, services, {
        to: old,
        subject: 'Адрес почты изменён',
        text: `Здравствуйте!

Адрес почты вашей учётной записи изменён, письма и вход по этому адресу больше не действуют. Если это были не вы, напишите в поддержку.`,
      })
      await recordAudit(tx, { actorId: accountId, action: 'email_changed', subject: `account:${accountId}` })
    }
    return { email }
  })
}

async function sendVerification(
  tx: Tx,
  services: Services,
  { accountId, email, ip }: { accountId: number; email: string; ip: string },
): Promise<void> {
  const code = randomToken()
  // Only the newest letter is valid.
  await tx.deleteFrom('email_verifications').where('account_id', '=', accountId).where('used_at', 'is', null).execute()
  await tx
    .insertInto('email_verifications')
    .values({
      code_hash: sha256(code),
      account_id: accountId,
      email,
      expires_at: new Date(services.clock().getTime() + linkMs),
    })
    .execute()
  const competition = await competitionForLinks(tx, accountId)
  await sendCode(tx, services, {
    channel: 'email',
    to: email,
    ip,
    purpose: 'email',
    code,
    subject: 'Подтвердите адрес почты',
    text: `Здравствуйте!

Чтобы подтвердить этот адрес, откройте ссылку:
${services.config.publicUrl}${competition ? `/${competition}` : ''}/verify?code=${code}

Если страница уже открыта, введите в ней код:
${code}

Ссылка действует сутки. Если вы не указывали этот адрес, ничего не делайте.`,
  })
}

const emailOf = (tx: Tx, accountId: number) =>
  tx.selectFrom('accounts').select('email').where('id', '=', accountId).executeTakeFirstOrThrow()
