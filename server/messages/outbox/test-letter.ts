import { type Caller, isChief } from '#server/platform/http/handler.ts'
import type { Services } from '#server/services.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { queueLetter, recipientHash } from './queue-message.ts'

/** Queues a letter to the caller, and says where it goes. */
export async function queueTestLetter(services: Services, caller: Caller) {
  const { db, config } = services
  const to = await addressOf(services, caller)
  if (config.silent.includes('email')) return { to, goes: 'nowhere' as const }
  await db.transaction().execute((tx) =>
    queueLetter(
      tx,
      services,
      {
        to,
        subject: 'Пробное письмо портала',
        text: `Здравствуйте!\n\nЭто пробное письмо: портал ${config.publicUrl} отправляет почту.`,
      },
      'staff',
    ),
  )
  return { to, goes: config.smtpUrl === null ? ('outbox' as const) : ('server' as const) }
}

/** What became of it: the newest letter of its kind to the caller that the mail server has not accepted yet. */
export async function watchTestLetter(services: Services, caller: Caller) {
  const row = await services.db
    .selectFrom('outgoing_messages')
    .select(['failing_since', 'answer'])
    .where('recipient', '=', recipientHash(services.config, await addressOf(services, caller)))
    .where('channel', '=', 'email')
    .where('kind', '=', 'staff')
    .where('sent_at', 'is', null)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  const state = row === undefined ? ('sent' as const) : row.failing_since ? ('fails' as const) : ('waits' as const)
  return { state, answer: row?.answer ?? null }
}

async function addressOf({ db }: Services, caller: Caller): Promise<string> {
  if (!isChief(caller)) throw new Refusal('no_access')
  const account = db.selectFrom('accounts').select('email').where('id', '=', caller.accountId)
  return (await account.executeTakeFirstOrThrow()).email
}
