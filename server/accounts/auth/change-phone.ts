import { codeMs } from '#server/messages/outbox/dispatch-limits.ts'
import { queueSms } from '#server/messages/outbox/queue-message.ts'
import { sendCode } from '#server/messages/outbox/send-code.ts'
import { recordAudit } from '#server/platform/audit/record-audit.ts'
import { keyedHash, sameHash } from '#server/platform/crypto/hashes.ts'
import { randomCode } from '#server/platform/crypto/random.ts'
import { isUniqueViolation } from '#server/platform/db/unique-violation.ts'
import type { Services } from '#server/services.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { confirmPassword } from './confirm-password.ts'
import { acceptedPhone } from './phone-rules.ts'
import { lockAccount } from './store.ts'
import { warnOwner } from './warn-owner.ts'

const maxTries = 5

/**
 * Sends a code to the new number. The account keeps the old one until it is confirmed. Whether the number belongs to
 * another person is revealed only after the code was typed.
 */
export async function changePhone(
  services: Services,
  wish: { accountId: number; phone: string; password: string; ip: string },
): Promise<void> {
  const phone = acceptedPhone(wish.phone, { foreign: false, blocked: [] })
  const epoch = await confirmPassword(services, wish.accountId, wish.password)
  const code = randomCode()
  await services.db.transaction().execute(async (tx) => {
    await lockAccount(tx, wish.accountId, epoch, 'fresh_login_required')
    const row = {
      session_epoch: epoch,
      phone,
      code_hash: codeHash(services, wish.accountId, code),
      tries: 0,
      expires_at: new Date(services.clock().getTime() + codeMs.sms),
    }
    await tx
      .insertInto('phone_changes')
      .values({ account_id: wish.accountId, ...row })
      .onConflict((conflict) => conflict.column('account_id').doUpdateSet(row))
      .execute()
    await sendCode(tx, services, {
      channel: 'sms',
      to: phone,
      ip: wish.ip,
      purpose: 'phone',
      code,
      text: `${code} — код для смены телефона. Никому его не сообщайте.`,
    })
  })
}

/** Checks the code and sets the new number. The old number and the e-mail address get a message. */
export async function confirmPhone(services: Services, accountId: number, typed: string): Promise<{ phone: string }> {
  const { db, clock } = services
  const tried = await db
    .updateTable('phone_changes')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('account_id', '=', accountId)
    .returning(['phone', 'code_hash', 'tries', 'expires_at', 'session_epoch'])
    .executeTakeFirst()
  if (!tried) throw new Refusal('sms_code_outdated')
  if (tried.tries > maxTries) throw new Refusal('too_many_code_attempts')
  if (tried.expires_at <= clock()) throw new Refusal('sms_code_outdated')
  if (!sameHash(tried.code_hash, codeHash(services, accountId, typed.trim()))) throw new Refusal('invalid_code')
  await db.transaction().execute(async (tx) => {
    const before = await lockAccount(tx, accountId, tried.session_epoch, 'sms_code_outdated')
    const spent = await tx
      .deleteFrom('phone_changes')
      .where('code_hash', '=', tried.code_hash)
      .returning('phone')
      .executeTakeFirst()
    // An equal call at the same moment has confirmed it.
    if (!spent && before.phone === tried.phone) return
    if (!spent) throw new Refusal('sms_code_outdated')
    await tx
      .updateTable('accounts')
      .set({ phone: spent.phone })
      .where('id', '=', accountId)
      .execute()
      .catch((error: unknown) => {
        throw isUniqueViolation(error, 'accounts_phone_key') ? new Refusal('phone_exists') : error
      })
    if (before.phone && before.phone !== spent.phone) {
      await tx
        .insertInto('former_phones')
        .values({ account_id: accountId, phone: before.phone, until: clock() })
        .onConflict((conflict) => conflict.columns(['account_id', 'phone']).doUpdateSet({ until: clock() }))
        .execute()
      const text =
        'Телефон вашей учётной записи на портале конкурсов изменён. Если это не вы, смените пароль и напишите в поддержку.'
      await queueSms(tx, services, { to: before.phone, text }, 'security')
    }
    await warnOwner(tx, services, accountId, {
      to: before.email,
      subject: before.phone ? 'Телефон изменён' : 'Телефон указан',
      what: before.phone
        ? 'Телефон вашей учётной записи изменён: войти по прежнему номеру больше нельзя, СМС на него приходить не будут.'
        : 'В вашей учётной записи указан телефон: по нему теперь можно войти.',
    })
    await recordAudit(tx, { actorId: accountId, action: 'phone_changed', subject: `account:${accountId}` })
  })
  return { phone: tried.phone }
}

const codeHash = ({ config }: Services, accountId: number, code: string) =>
  keyedHash(config.pepper, `phone change ${accountId}`, code)
