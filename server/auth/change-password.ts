import { recordAudit } from '#server/audit/record-audit.ts'
import { queueLetter } from '#server/outbox/queue-message.ts'
import type { Services } from '#server/services.ts'
import { confirmPassword } from './confirm-password.ts'
import { hashPassword } from './password-hash.ts'
import { refuseWeakPassword } from './password-policy.ts'
import { accessTokenFor, revokeSessions, type Token } from './sessions.ts'

/** Changes the password of a person who knows the present one. All other sessions end, and the person gets a letter. */
export async function changePassword(
  services: Services,
  who: { accountId: number; sessionId: string },
  wish: { current: string; password: string; confirmation: string },
): Promise<Token> {
  await confirmPassword(services, who.accountId, wish.current, 'current_password')
  refuseWeakPassword(wish.password, wish.confirmation)
  const passwordHash = await hashPassword(wish.password)
  return services.db.transaction().execute(async (tx) => {
    const { email } = await tx
      .updateTable('accounts')
      .set({ password_hash: passwordHash })
      .where('id', '=', who.accountId)
      .returning('email')
      .executeTakeFirstOrThrow()
    // A link for a new password that was requested earlier must stop working.
    await tx.deleteFrom('password_resets').where('account_id', '=', who.accountId).execute()
    await revokeSessions(tx, who.accountId, services.clock(), who.sessionId)
    const token = await accessTokenFor(tx, services, who.accountId, who.sessionId)
    await queueLetter(tx, services, {
      to: email,
      subject: 'Пароль изменён',
      text: `Здравствуйте!

Пароль вашей учётной записи изменён в профиле, сеансы на других устройствах завершены. Если это были не вы, сразу восстановите пароль на странице входа и напишите в поддержку.`,
    })
    await recordAudit(tx, {
      actorId: who.accountId,
      action: 'password_changed',
      subject: `account:${who.accountId}`,
    })
    return token
  })
}
