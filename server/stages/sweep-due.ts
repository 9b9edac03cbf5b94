import pLimit from 'p-limit'
import type { Tx } from '#server/db.ts'
import type { Services } from '#server/services.ts'

const batch = 200
/** Thousands of attempts may end in the same second, so several are settled in parallel. */
const atOnce = { attempts: 4, stage_drafts: 1, stage_reminders: 1, deadline_looks: 1, peer_raters: 1 }

/**
 * Settles every row of the table that is due at `now`, and returns for how many `settle` gave true. Each row has its
 * own transaction: a broken one does not block the others, but the job is tried again for it. Rows added by `settle`
 * are settled too.
 */
export async function sweepDue(
  services: Services,
  table: keyof typeof atOnce,
  now: Date,
  settle: (tx: Tx, id: number) => Promise<boolean>,
): Promise<number> {
  const failures: unknown[] = []
  let settled = 0
  for (let after = 0; ; ) {
    const due = await services.db
      .selectFrom(table)
      .select(['id', 'stage_id as stageId'])
      .where('due_at', '<=', now)
      .where('id', '>', after)
      .orderBy('id')
      .limit(batch)
      .execute()
    if (due.length > 0) await services.dictionaries.ready(services.db)
    const limit = pLimit(atOnce[table])
    await limit.map(due, async ({ id, stageId }) => {
      await services.seasons.ready(services.db, { stageId })
      await services.db
        .transaction()
        .execute((tx) => settle(tx, id))
        .then(
          (taken) => {
            settled += taken ? 1 : 0
          },
          (failure: unknown) => failures.push(failure),
        )
    })
    const last = due.at(-1)
    if (last === undefined) break
    after = last.id
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} of ${table} could not be settled`)
  return settled
}
