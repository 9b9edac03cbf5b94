import { confirmPassword } from '#server/accounts/auth/confirm-password.ts'
import { queueLetter } from '#server/messages/outbox/queue-message.ts'
import { recordAudit } from '#server/platform/audit/record-audit.ts'
import { addJob } from '#server/platform/jobs/jobs.ts'
import type { Services } from '#server/services.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { formatWire, showDateTime } from '#shared/platform/time/moscow.ts'

/** Days in which a person can withdraw the request. */
const erasureGraceDays = 30
const graceMs = erasureGraceDays * 24 * 3_600_000

/** Requests the erasure of the account after 30 days. Asking twice does not extend the time. */
export async function askErasure(
  services: Services,
  accountId: number,
  password: string,
): Promise<{ erasure_due: string }> {
  const now = services.clock()
  await confirmPassword(services, accountId, password)
  return services.db.transaction().execute(async (tx) => {
    const account = await tx
      .selectFrom('accounts')
      .select(['email'])
      .where('id', '=', accountId)
      .forUpdate()
      .executeTakeFirstOrThrow()
    // Mentors, assessors and organisers cannot be erased: marks and meetings of other people depend on them.
    const duties = [
      await tx.selectFrom('account_roles').select('role').where('account_id', '=', accountId).executeTakeFirst(),
      await tx.selectFrom('admin_flags').select('flag').where('account_id', '=', accountId).executeTakeFirst(),
    ]
    if (duties.some((duty) => duty !== undefined)) throw new Refusal('erasure_not_now')
    const asked = await tx
      .selectFrom('erasure_requests')
      .select('due_at')
      .where('account_id', '=', accountId)
      .executeTakeFirst()
    if (asked) return { erasure_due: formatWire(asked.due_at) }
    const dueAt = new Date(now.getTime() + graceMs)
    await tx.insertInto('erasure_requests').values({ account_id: accountId, asked_at: now, due_at: dueAt }).execute()
    await addJob(tx, 'erase_person', { accountId }, { runAt: dueAt, jobKey: `erase_person ${accountId}` })
    await queueLetter(tx, services, {
      to: account.email,
      subject: 'Учётная запись будет удалена',
      text: `Здравствуйте!

Вы попросили удалить вашу учётную запись. Мы удалим её ${showDateTime(dueAt)} (время московское) вместе с анкетами, работами и файлами. Вернуть их потом будет нельзя, и писать вам мы больше не сможем.

До этого времени вы можете передумать: войдите и откройте ${services.config.publicUrl}/profile/own-data

Если вы об этом не просили, смените пароль и заберите просьбу в профиле.`,
    })
    await recordAudit(tx, { actorId: accountId, action: 'erasure_asked', subject: `account:${accountId}` })
    return { erasure_due: formatWire(dueAt) }
  })
}

/** Withdraws the request, as long as the account exists. */
export async function takeErasureBack(services: Services, accountId: number): Promise<void> {
  await services.db.transaction().execute(async (tx) => {
    const gone = await tx
      .deleteFrom('erasure_requests')
      .where('account_id', '=', accountId)
      .returning('account_id')
      .executeTakeFirst()
    if (!gone) throw new Refusal('not_found')
    const { email } = await tx
      .selectFrom('accounts')
      .select('email')
      .where('id', '=', accountId)
      .executeTakeFirstOrThrow()
    await queueLetter(tx, services, {
      to: email,
      subject: 'Учётная запись остаётся',
      text: `Здравствуйте!

Вы забрали просьбу об удалении: учётная запись и всё, что в ней есть, остаётся.`,
    })
    await recordAudit(tx, { actorId: accountId, action: 'erasure_taken_back', subject: `account:${accountId}` })
  })
}
