import { sql } from 'kysely'
import { recordAudit } from '#server/platform/audit/record-audit.ts'
import { type Caller, isChief } from '#server/platform/http/handler.ts'
import type { Services } from '#server/services.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import type { Channel } from './tables.ts'
import { raisedKey, readBudget, usualBudget } from './whole-budgets.ts'

const hourMs = 3_600_000
/** So many times the usual budget is the most that an administrator can set. */
const mostTimes = 10

/** Adds the usual budget of the channel once more, for an hour from now. */
export function raiseBudget(services: Services, caller: Caller, channel: Channel): Promise<{ budget: number }> {
  if (!isChief(caller)) throw new Refusal('no_access')
  const { db, clock, config } = services
  const usual = usualBudget(config, channel)
  const now = clock().getTime()
  return db.transaction().execute(async (tx) => {
    await sql`
      insert into throttles as t (key, points, expire) values (${raisedKey(channel)}, ${usual}, ${now + hourMs}::bigint)
      on conflict (key) do update set expire = excluded.expire, points = case when t.expire <= ${now}::bigint
        then excluded.points else least(t.points + excluded.points, ${usual * (mostTimes - 1)}::int) end`.execute(tx)
    const { budget } = await readBudget(tx, services, channel)
    await recordAudit(tx, {
      actorId: caller.accountId,
      action: 'message_budget_raised',
      subject: 'portal',
      detail: { channel, budget },
    })
    return { budget }
  })
}
