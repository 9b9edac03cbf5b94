import type { Tx } from '#server/db.ts'
import { queueLetter } from '#server/messages/outbox/queue-message.ts'
import type { Messenger } from '#server/services.ts'
import { quoted } from '#shared/platform/text/quoted.ts'
import { notMeLink } from './not-me.ts'

interface Warning {
  to: string
  subject: string
  what: string
  /** What to do after using the link; by default, to set a new password. */
  next?: string
}

/** Queues a letter about the security of the account, with the link «Это не я». */
export async function warnOwner(
  tx: Tx,
  services: Messenger,
  accountId: number,
  { to, subject, what, next = 'После этого сразу задайте новый пароль.' }: Warning,
): Promise<void> {
  await queueLetter(
    tx,
    services,
    {
      to,
      subject,
      text: `Здравствуйте!

${what}

Если это были вы, ничего делать не нужно.

Если нет, откройте ссылку и нажмите «Это не я»:
${notMeLink(services.config, accountId, services.clock())}
Все сеансы завершатся, а смена почты или телефона, которую ещё не подтвердили, отменится.${services.config.stateService ? ` Вход через ${quoted(services.config.stateService.name)} отключится.` : ''} ${next}

Ссылка действует неделю.`,
    },
    'security',
  )
}
