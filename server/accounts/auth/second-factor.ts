import { Secret, TOTP } from 'otpauth'
import type { Tx } from '#server/db.ts'
import { codeMs, repeatSeconds } from '#server/messages/outbox/dispatch-limits.ts'
import { sendCode } from '#server/messages/outbox/send-code.ts'
import { keyedHash, sameHash, sha256 } from '#server/platform/crypto/hashes.ts'
import { randomCode, randomToken } from '#server/platform/crypto/random.ts'
import { unseal } from '#server/platform/crypto/seal.ts'
import type { Services } from '#server/services.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { findPersonalKey } from './personal-key.ts'
import { maskedPhone } from './phone.ts'
import { isRecoveryCode, spendRecoveryCode } from './recovery-codes.ts'
import type { FoundAccount } from './store.ts'

/**
 * How long an SMS code for a login is valid. An app's code has its own 30 seconds, and the login waits a little
 * longer.
 */
const totpSeconds = 300
const maxTries = 5
const stepSeconds = 30

export interface Challenge {
  login_marker: string
  method: 'sms' | 'totp'
  sent_to: string
  repeat_after: number
}

/** Starts the second step of a login. Earlier challenges of the device end, so their codes become invalid. */
export async function challenge(services: Services, account: FoundAccount, ip: string): Promise<Challenge> {
  const now = services.clock()
  const marker = randomToken()
  const sms = account.second_factor === 'sms' && account.phone !== null
  const code = randomCode()
  await services.db.transaction().execute(async (tx) => {
    await tx
      .updateTable('login_challenges')
      .set({ used_at: now })
      .where('account_id', '=', account.id)
      .where('device', 'is not distinct from', account.device)
      .where('used_at', 'is', null)
      .execute()
    await tx
      .insertInto('login_challenges')
      .values({
        marker_hash: sha256(marker),
        account_id: account.id,
        method: sms ? 'sms' : 'totp',
        device: account.device,
        code_hash: sms ? codeHash(services, marker, code) : null,
        sent_at: now,
        expires_at: new Date(now.getTime() + (sms ? codeMs.sms : totpSeconds * 1000)),
      })
      .execute()
    if (sms && account.phone)
      await sendCode(tx, services, {
        channel: 'sms',
        to: account.phone,
        ip,
        purpose: 'second_factor',
        device: account.device,
        code,
        text: `${code} — код для входа. Никому его не сообщайте.`,
      })
  })
  return sms && account.phone
    ? { login_marker: marker, method: 'sms', sent_to: maskedPhone(account.phone), repeat_after: repeatSeconds }
    : { login_marker: marker, method: 'totp', sent_to: 'приложение с кодами', repeat_after: 0 }
}

const codeHash = ({ config }: Services, marker: string, code: string) =>
  keyedHash(config.pepper, `login code ${marker}`, code)

/** A right code that is not used up yet; `by` decides how it is. */
export interface Passed {
  marker: string
  code: string
  by: 'recovery' | 'sms' | 'totp'
}

/** Throws unless the code belongs to this attempt, is right and has not expired. Every try is counted first. */
export async function passChallenge(
  services: Services,
  account: FoundAccount,
  marker: string | undefined,
  code: string,
): Promise<Passed> {
  const tried = await services.db
    .updateTable('login_challenges')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('marker_hash', '=', sha256(marker ?? ''))
    .where('account_id', '=', account.id)
    .where('used_at', 'is', null)
    .returning(['method', 'code_hash', 'tries', 'expires_at'])
    .executeTakeFirst()
  if (!tried) throw new Refusal('invalid_code')
  if (tried.tries > maxTries) throw new Refusal('too_many_code_attempts')
  if (tried.expires_at <= services.clock()) throw new Refusal('sms_code_outdated')
  const recovers = await isRecoveryCode(services, account.id, code)
  const right =
    recovers ??
    (tried.method === 'sms'
      ? tried.code_hash !== null && sameHash(tried.code_hash, codeHash(services, marker ?? '', code.trim()))
      : (await totpStep(services, account, code)) !== null)
  if (!right) throw new Refusal('invalid_code')
  return { marker: marker ?? '', code, by: recovers ? 'recovery' : tried.method }
}

/** Marks the challenge of `passChallenge` as used. When two calls have the same right code, only one succeeds. */
export async function spendChallenge(
  tx: Tx,
  services: Services,
  account: FoundAccount,
  { marker, code, by }: Passed,
): Promise<void> {
  const now = services.clock()
  const spent = await tx
    .updateTable('login_challenges')
    .set({ used_at: now })
    .where('marker_hash', '=', sha256(marker))
    .where('used_at', 'is', null)
    .returning('account_id')
    .executeTakeFirst()
  if (!spent) throw new Refusal('invalid_code')
  if (by === 'recovery') return spendRecoveryCode(tx, services, account, code)
  if (by === 'totp') {
    const step = await totpStep(services, account, code)
    const used = await tx
      .updateTable('accounts')
      .set({ totp_last_step: step ?? 0 })
      .where('id', '=', account.id)
      .where('totp_last_step', '<', String(step ?? 0))
      .returning('id')
      .executeTakeFirst()
    if (!used) throw new Refusal('invalid_code')
  }
}

/** The time step of this code, or null when it is wrong or already used. */
async function totpStep(services: Services, account: FoundAccount, code: string): Promise<number | null> {
  const key = await findPersonalKey(services.db, services.config, account.id)
  if (!key || !account.totp_secret) return null
  const secret = unseal(key, account.totp_secret, totpPlace(account.id)).toString()
  const step = stepOf(secret, code, services.clock())
  return step !== null && step > Number(account.totp_last_step) ? step : null
}

export const totpPlace = (accountId: number) => `accounts:totp_secret:${accountId}`

export const newTotpSecret = (): string => new Secret({ size: 20 }).base32

export function totpUrl(secret: string, label: string): string {
  return new TOTP({ secret: Secret.fromBase32(secret), issuer: 'Портал конкурсов', label }).toString()
}

/** The clocks of phones can be off by half a minute. */
export function stepOf(secret: string, code: string, now: Date): number | null {
  if (!/^\d{6}$/.test(code.trim())) return null
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  const delta = totp.validate({ token: code.trim(), timestamp: now.getTime(), window: 1 })
  return delta === null ? null : Math.floor(now.getTime() / 1000 / stepSeconds) + delta
}
