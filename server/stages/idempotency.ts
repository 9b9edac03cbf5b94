import { createHash } from 'node:crypto'
import type { Db, Tx } from '#server/db.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'

/** A request that may be repeated: its key from the browser, and a hash of its content. */
export interface Repeatable {
  accountId: number
  key: string | undefined
  /** The content of the request. The same key with other content is a mistake of the caller. */
  request: unknown
}

/**
 * Runs the work once per key. A repeat, at the same time or later, gets the answer of the first request. The key is
 * reserved in the transaction of the work, so a simultaneous repeat waits for its end. Without a key the work simply
 * runs.
 */
export async function runOnce<Answer>(tx: Tx, of: Repeatable, now: Date, work: () => Promise<Answer>): Promise<Answer> {
  if (of.key === undefined) return work()
  const fingerprint = fingerprintOf(of.request)
  const reserved = await tx
    .insertInto('idempotency_keys')
    .values({ account_id: of.accountId, key: of.key, fingerprint, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst()
  if (!reserved) return earlierAnswer<Answer>(tx, of.accountId, of.key, fingerprint)
  const answer = await work()
  await tx
    .updateTable('idempotency_keys')
    .set({ answer: JSON.stringify(answer) })
    .where('account_id', '=', of.accountId)
    .where('key', '=', of.key)
    .execute()
  return answer
}

export const fingerprintOf = (request: unknown): string =>
  createHash('sha256').update(JSON.stringify(request)).digest('hex')

async function earlierAnswer<Answer>(tx: Tx, accountId: number, key: string, fingerprint: string): Promise<Answer> {
  const earlier = await tx
    .selectFrom('idempotency_keys')
    .select(['fingerprint', 'answer'])
    .where('account_id', '=', accountId)
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
  if (earlier.fingerprint !== fingerprint) throw new Refusal('idempotency_mismatch')
  return earlier.answer as Answer
}

/** A browser repeats a request within minutes, so keys are not needed after some days. */
const keptMs = 2 * 86_400_000

export async function forgetOldKeys(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('idempotency_keys')
    .where('created_at', '<', new Date(now.getTime() - keptMs))
    .execute()
}
