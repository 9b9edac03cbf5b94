import { maskedPhone } from '#server/accounts/auth/phone.ts'
import { codeMs, repeatSeconds } from '#server/messages/outbox/dispatch-limits.ts'
import { sendCode } from '#server/messages/outbox/send-code.ts'
import { keyedHash, sameHash } from '#server/platform/crypto/hashes.ts'
import { randomCode } from '#server/platform/crypto/random.ts'
import type { Services } from '#server/services.ts'
import { type AtAttempt, hearAttempt, runningAttempt } from '#server/stages/attempts.ts'
import { oneStage } from '#server/stages/one-stage.ts'
import { workOwner } from '#server/stages/work-owner.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'

const maxTries = 5

interface OwnStage {
  accountId: number
  stageId: number
}

/** Sends a code to the person's phone, or to the e-mail address of an account without a phone. */
export async function sendTakeOverCode(services: Services, { accountId, stageId, ip }: OwnStage & { ip: string }) {
  const { db, seasons, clock } = services
  const stage = await oneStage(db, seasons, accountId, { stageId, type: 'test' }, clock())
  if (!(await runningAttempt(db, workOwner(stage, accountId)))) throw new Refusal('attempt_not_begun')
  const code = randomCode()
  return db.transaction().execute(async (tx) => {
    const { phone, email } = await tx
      .selectFrom('accounts')
      .select(['phone', 'email'])
      .where('id', '=', accountId)
      .executeTakeFirstOrThrow()
    const to = phone ? { channel: 'sms' as const, to: phone } : { channel: 'email' as const, to: email }
    const row = {
      stage_id: stageId,
      code_hash: codeHash(services, { accountId, stageId }, code),
      tries: 0,
      expires_at: new Date(clock().getTime() + codeMs[to.channel]),
    }
    await tx
      .insertInto('attempt_codes')
      .values({ account_id: accountId, ...row })
      .onConflict((conflict) => conflict.column('account_id').doUpdateSet(row))
      .execute()
    const text = `${code} — код, чтобы продолжить тест на другом устройстве. Никому его не сообщайте.`
    await sendCode(tx, services, { ...to, ip, purpose: 'attempt', code, subject: 'Код для продолжения теста', text })
    return { sent_to: phone ? maskedPhone(phone) : email, repeat_after: repeatSeconds }
  })
}

/** Moves the attempt to this device. The other one is refused at its next call. */
export async function takeOver(services: Services, at: AtAttempt, typed: string): Promise<void> {
  const { db } = services
  await spendCode(services, at, typed)
  const { id } = await hearAttempt(services, at, { takeOver: true })
  await db
    .insertInto('test_signs')
    .values({ attempt_id: id, sign: 'taken_over', noticed_at: services.clock() })
    .execute()
}

/** Every try is counted first, and a code can succeed only once. */
async function spendCode(services: Services, of: OwnStage, typed: string): Promise<void> {
  const { db, clock } = services
  const tried = await db
    .updateTable('attempt_codes')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('account_id', '=', of.accountId)
    .where('stage_id', '=', of.stageId)
    .returning(['code_hash', 'tries', 'expires_at'])
    .executeTakeFirst()
  if (!tried) throw new Refusal('sms_code_outdated')
  if (tried.tries > maxTries) throw new Refusal('too_many_code_attempts')
  if (tried.expires_at <= clock()) throw new Refusal('sms_code_outdated')
  if (!sameHash(tried.code_hash, codeHash(services, of, typed.trim()))) throw new Refusal('invalid_code')
  const spent = await db
    .deleteFrom('attempt_codes')
    .where('account_id', '=', of.accountId)
    .where('code_hash', '=', tried.code_hash)
    .returning('account_id')
    .executeTakeFirst()
  if (!spent) throw new Refusal('sms_code_outdated')
}

const codeHash = ({ config }: Services, { accountId, stageId }: OwnStage, code: string) =>
  keyedHash(config.pepper, `attempt ${stageId} of ${accountId}`, code)
