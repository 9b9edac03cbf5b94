import { recordAudit } from '#server/platform/audit/record-audit.ts'
import type { Services } from '#server/services.ts'
import { confirmPassword } from './confirm-password.ts'
import { hashPassword } from './password-hash.ts'
import { refuseWeakPassword } from './password-policy.ts'
import { accessTokenFor, revokeSessions, type Token } from './sessions.ts'
import { lockAccount } from './store.ts'
import { warnOwner } from './warn-owner.ts'

/**
 * Changes the password of a person who knows the present one. All other sessions and pending changes end, and the
 * person gets a letter.
 */
export async function changePassword(
  services: Services,
  who: { accountId: number; sessionId: string },
  wish: { current: string; password: string; confirmation: string },
): Promise<Token> {
  const epoch = await confirmPassword(services, who.accountId, wish.current, 'current_password')
  refuseWeakPassword(wish.password, wish.confirmation)
  const passwordHash = await hashPassword(wish.password)
  return services.db.transaction().execute(async (tx) => {
    const { email } = await lockAccount(tx, who.accountId, epoch, 'fresh_login_required')
    await tx.updateTable('accounts').set({ password_hash: passwordHash }).where('id', '=', who.accountId).execute()
    await revokeSessions(tx, who.accountId, services.clock(), who.sessionId)
    const token = await accessTokenFor(tx, services, who.accountId, who.sessionId)
    await warnOwner(tx, services, who.accountId, {
      to: email,
      subject: 'Пароль изменён',
      what: 'Пароль вашей учётной записи изменён в профиле. Сеансы на других устройствах завершены.',
    })
    await recordAudit(tx, {
      actorId: who.accountId,
      action: 'password_changed',
      subject: `account:${who.accountId}`,
    })
    return token
  })
}
