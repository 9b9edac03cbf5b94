import type { Tx } from '#server/db.ts'
import { recordAudit } from '#server/platform/audit/record-audit.ts'
import { seal, unseal } from '#server/platform/crypto/seal.ts'
import type { Services } from '#server/services.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { confirmPassword } from './confirm-password.ts'
import { personalKey } from './personal-key.ts'
import { giveRecoveryCodes } from './recovery-codes.ts'
import { newTotpSecret, stepOf, totpPlace, totpUrl } from './second-factor.ts'
import { lockAccount } from './store.ts'
import { warnOwner } from './warn-owner.ts'

/** Makes a secret for an authenticator app. It is used only after `enableSecondFactor` has checked a code from it. */
export async function prepareSecondFactor(services: Services, accountId: number, password: string) {
  const epoch = await confirmPassword(services, accountId, password)
  const secret = newTotpSecret()
  const { email } = await services.db.transaction().execute(async (tx) => {
    const account = await lockAccount(tx, accountId, epoch, 'fresh_login_required')
    // Replacing a secret in use would lock the owner out if the set-up is not finished.
    if (account.second_factor === 'totp')
      throw new Refusal('invalid_request', { fields: { method: { rule: 'state', message: alreadyOn } } })
    const key = await personalKey(tx, services.config, accountId)
    await tx
      .updateTable('accounts')
      .set({ totp_secret: seal(key, secret, totpPlace(accountId)) })
      .where('id', '=', accountId)
      .execute()
    return account
  })
  return { secret, otpauth_url: totpUrl(secret, email) }
}

const alreadyOn = 'Приложение с кодами уже подключено. Сначала отключите его'

export async function enableSecondFactor(
  services: Services,
  accountId: number,
  wish: { method: 'sms' | 'totp'; password: string; code: string | undefined },
): Promise<{ method: 'sms' | 'totp'; recovery_codes: string[] }> {
  const epoch = await confirmPassword(services, accountId, wish.password)
  const recoveryCodes = await services.db.transaction().execute(async (tx) => {
    const account = await lockAccount(tx, accountId, epoch, 'fresh_login_required')
    if (wish.method === 'sms' && !account.phone) throw new Refusal('phone_incorrect')
    const used = wish.method === 'totp' && {
      totp_last_step: await stepOfFirstCode(tx, services, accountId, account.totp_secret, wish.code),
    }
    await tx
      .updateTable('accounts')
      .set({ second_factor: wish.method, ...used })
      .where('id', '=', accountId)
      .execute()
    await warnOwner(tx, services, accountId, {
      to: account.email,
      subject: 'Второй фактор входа включён',
      what: `Теперь при входе в вашу учётную запись нужен код ${wish.method === 'sms' ? 'из СМС' : 'из приложения'}.`,
    })
    await recordAudit(tx, {
      actorId: accountId,
      action: 'second_factor_on',
      subject: `account:${accountId}`,
      detail: { method: wish.method },
    })
    return giveRecoveryCodes(tx, services, accountId)
  })
  return { method: wish.method, recovery_codes: recoveryCodes }
}

/** Throws `invalid_code` unless the code proves that the app has the prepared secret. */
async function stepOfFirstCode(
  tx: Tx,
  { config, clock }: Services,
  accountId: number,
  sealed: Buffer | null,
  code: string | undefined,
): Promise<number> {
  if (!sealed || !code) throw new Refusal('invalid_code')
  const secret = unseal(await personalKey(tx, config, accountId), sealed, totpPlace(accountId)).toString()
  const step = stepOf(secret, code, clock())
  if (step === null) throw new Refusal('invalid_code')
  return step
}

export async function disableSecondFactor(services: Services, accountId: number, password: string): Promise<void> {
  const epoch = await confirmPassword(services, accountId, password)
  await services.db.transaction().execute(async (tx) => {
    const { email, second_factor } = await lockAccount(tx, accountId, epoch, 'fresh_login_required')
    if (second_factor === 'none') return
    await tx
      .updateTable('accounts')
      .set({ second_factor: 'none', totp_secret: null, recovery_codes: [] })
      .where('id', '=', accountId)
      .execute()
    await warnOwner(tx, services, accountId, {
      to: email,
      subject: 'Второй фактор входа выключен',
      what: 'Код при входе в вашу учётную запись больше не нужен: теперь достаточно пароля.',
    })
    await recordAudit(tx, { actorId: accountId, action: 'second_factor_off', subject: `account:${accountId}` })
  })
}
