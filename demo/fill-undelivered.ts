import type { Tx } from '#server/db.ts'
import { messageKeys, messagePlace, recipientHash } from '#server/messages/outbox/queue-message.ts'
import { sealWithRing } from '#server/platform/crypto/key-ring.ts'
import type { Services } from '#server/services.ts'
import { daysFrom } from './moment.ts'

/** Letters that did not arrive, as an administrator finds them. */
export async function fillUndelivered(
  tx: Tx,
  { config, now }: { config: Pick<Services['config'], 'pepper' | 'dataKeys'>; now: Date },
): Promise<void> {
  const seal = (to: string) => ({
    sealed: sealWithRing(
      messageKeys(config.dataKeys),
      JSON.stringify({ to, subject: 'Принято: «Анкета»', text: 'Здравствуйте! Ваша анкета принята.' }),
      messagePlace,
    ),
    recipient: recipientHash(config, to),
  })
  const [queued, failed] = [daysFrom(now, -4), daysFrom(now, -1)]
  await tx
    .insertInto('outgoing_messages')
    .values([
      {
        ...seal('maria.lebedeva@pochta-demo.test'),
        ...{ channel: 'email', queued_at: queued, failing_since: queued, failed_at: queued },
        ...{ failure: 'no_mailbox', answer: '550 5.1.1' },
      },
      {
        ...seal('sergey@sever-demo.test'),
        ...{ channel: 'email', queued_at: queued, failing_since: queued, failed_at: failed, failure: 'unreachable' },
      },
      {
        ...seal('+79160000017'),
        ...{ channel: 'sms', queued_at: failed, failing_since: failed, failed_at: failed },
        ...{ failure: 'late', urgency: 'code' },
      },
    ])
    .execute()
}
