import type { Db } from '#server/db.ts'
import { recordAudit } from '#server/platform/audit/record-audit.ts'
import { readPage } from '#server/platform/db/read-page.ts'
import { type Caller, isChief } from '#server/platform/http/handler.ts'
import type { Services } from '#server/services.ts'
import type { Page } from '#shared/platform/api/page.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { groupBy } from '#shared/platform/lists/group-by.ts'
import { formatWire } from '#shared/platform/time/moscow.ts'
import { postMessages } from './queue-message.ts'
import { readMessage } from './send-message.ts'

export async function listUndelivered(services: Services, caller: Caller, page: Page) {
  if (!isChief(caller)) throw new Refusal('no_access')
  const { rows, count } = await readPage(
    services.db
      .selectFrom('outgoing_messages')
      .select(['id', 'channel', 'urgency', 'sealed', 'failure', 'answer', 'queued_at', 'failing_since'])
      .where('failed_at', 'is not', null)
      .orderBy('id', 'desc'),
    page,
  )
  return {
    count,
    messages: rows.map(({ id, channel, urgency, sealed, failure, answer, queued_at, failing_since }) => ({
      id,
      channel,
      about: urgency,
      to: sealed ? readMessage(services, sealed).to : '',
      why: failure ?? ('unreachable' as const),
      answer,
      queued_at: formatWire(queued_at),
      failing_since: formatWire(failing_since ?? queued_at),
    })),
  }
}

/** How many there are, and since when; null when there are none. */
export async function countUndelivered(db: Db) {
  const { count, since } = await db
    .selectFrom('outgoing_messages')
    .select((eb) => [eb.fn.countAll<string>().as('count'), eb.fn.min('failing_since').as('since')])
    .where('failed_at', 'is not', null)
    .executeTakeFirstOrThrow()
  return Number(count) === 0 ? null : { count: Number(count), since: since && formatWire(since) }
}

/** Queues the messages anew, as if they had just been written. */
export async function sendAgain(services: Services, caller: Caller, ids: readonly number[]) {
  if (!isChief(caller)) throw new Refusal('no_access')
  return services.db.transaction().execute(async (tx) => {
    const rows = await tx
      .deleteFrom('outgoing_messages')
      .where('id', 'in', ids)
      .where('failed_at', 'is not', null)
      .where('sealed', 'is not', null)
      .where('urgency', '<>', 'code')
      .returning(['id', 'channel', 'kind', 'sealed'])
      .execute()
    for (const of of groupBy(rows, ({ channel, kind }) => `${channel} ${kind}`).values()) {
      const [{ channel, kind }] = of as [(typeof of)[number]]
      const messages = of.flatMap(({ sealed }) => (sealed ? [readMessage(services, sealed)] : []))
      await postMessages(tx, services, channel, messages, kind)
    }
    if (rows.length > 0)
      await recordAudit(tx, {
        actorId: caller.accountId,
        action: 'undelivered_sent_again',
        subject: 'portal',
        detail: { ids: rows.map(({ id }) => id) },
      })
    return { again: rows.length }
  })
}
