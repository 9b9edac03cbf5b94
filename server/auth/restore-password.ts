import { setTimeout as delay } from 'node:timers/promises'
import { recordAudit } from '#server/audit/record-audit.ts'
import { queueLetter } from '#server/outbox/queue-message.ts'
import { sendCodeQuietly } from '#server/outbox/send-code.ts'
import { sha256 } from '#server/platform/crypto/hashes.ts'
import { randomToken } from '#server/platform/crypto/random.ts'
import type { Services } from '#server/services.ts'
import { Refusal } from '#shared/api/refusals.ts'
import { hashPassword } from './password-hash.ts'
import { refuseWeakPassword } from './password-policy.ts'
import { forgetTries, unknownDevicesOf } from './password-tries.ts'
import { revokeSessions } from './sessions.ts'
import { competitionForLinks, findByUsername, normaliseUsername, rememberDevice } from './store.ts'

const linkMs = 3_600_000
/** Longer than sending takes, so that the time of the answer does not reveal whether a letter was sent. */
const answerMs = 150

/** Sends the link for a new password if the account exists. The answer does not reveal whether it does. */
export async function restorePassword(
  services: Services,
  { username, competitionCode, ip }: { username: string; competitionCode: string | undefined; ip: string },
): Promise<void> {
  await Promise.all([sendLink(services, username, competitionCode, ip), delay(answerMs)])
}

async function sendLink(services: Services, username: string, competitionCode: string | undefined, ip: string) {
  const { db, clock, config } = services
  const account = await findByUsername(db, normaliseUsername(username), undefined)
  if (!account || account.disabled_at) return
  const code = randomToken()
  await db.transaction().execute(async (tx) => {
    await tx
      .insertInto('password_resets')
      .values({ code_hash: sha256(code), account_id: account.id, expires_at: new Date(clock().getTime() + linkMs) })
      .execute()
    const competition = await competitionForLinks(tx, account.id, competitionCode)
    const link = `${config.publicUrl}${competition ? `/${competition}` : ''}/forgot?code=${code}`
    await sendCodeQuietly(tx, services, {
      channel: 'email',
      to: account.email,
      ip,
      purpose: 'password',
      code,
      subject: 'Новый пароль',
      text: `Здравствуйте!

Чтобы задать новый пароль, откройте ссылку:
${link}

Если страница уже открыта, введите в ней код:
${code}

Ссылка действует один час и только один раз. Если вы не просили новый пароль, ничего не делайте: прежний останется.`,
    })
  })
}

/** Sets a new password by a code from a letter. Opens no session and does not change the second factor. */
export async function createPassword(
  services: Services,
  wish: { code: string; password: string; confirmation: string; deviceToken: string | undefined },
): Promise<{ username: string; deviceToken: string }> {
  const { db, clock } = services
  const now = clock()
  const codeHash = sha256(wish.code.trim())
  const reset = await db
    .selectFrom('password_resets')
    .innerJoin('accounts', 'accounts.id', 'password_resets.account_id')
    .select(['accounts.id', 'accounts.email'])
    .where('code_hash', '=', codeHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
  if (!reset) throw new Refusal('link_expired')
  refuseWeakPassword(wish.password, wish.confirmation)
  const passwordHash = await hashPassword(wish.password)
  const deviceToken = wish.deviceToken ?? randomToken()
  await db.transaction().execute(async (tx) => {
    const used = await tx
      .updateTable('password_resets')
      .set({ used_at: now })
      .where('account_id', '=', reset.id)
      .where('used_at', 'is', null)
      .returning('code_hash')
      .execute()
    if (!used.some(({ code_hash }) => code_hash.equals(codeHash))) throw new Refusal('link_expired')
    await tx.updateTable('accounts').set({ password_hash: passwordHash }).where('id', '=', reset.id).execute()
    await revokeSessions(tx, reset.id, now, null)
    await forgetTries(tx, [unknownDevicesOf(reset.id)])
    await rememberDevice(tx, reset.id, deviceToken, now)
    await queueLetter(tx, services, {
      to: reset.email,
      subject: 'Пароль изменён',
      text: `Здравствуйте!

Пароль вашей учётной записи изменён, все прежние сеансы завершены. Если это были не вы, сразу восстановите пароль на странице входа и напишите в поддержку.`,
    })
    await recordAudit(tx, { actorId: reset.id, action: 'password_reset', subject: `account:${reset.id}` })
  })
  return { username: reset.email, deviceToken }
}
