import { createHash } from 'node:crypto'
import type { Db, Tx } from '#server/db.ts'
import { Refusal } from '#shared/api/refusals.ts'

/** One repeatable request: the key that the browser gave it and a fingerprint of what it asked for. */
export interface Repeatable {
  accountId: number
  key: string | undefined
  /** What the request asks for; the same key with something else is a mistake of the caller. */
  request: unknown
}

/**
 * Does the work once for a key: a repeat, at the same time or later, gets the first answer. The key is reserved in the
 * transaction of the work itself, so a repeat waits for its end. Without a key the work is simply done.
 */
export async function once<Answer>(tx: Tx, of: Repeatable, now: Date, work: () => Promise<Answer>): Promise<Answer> {
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

/** A browser repeats a request within minutes; keys that are days old are of no use to anybody. */
const keptMs = 2 * 86_400_000

export async function forgetOldKeys(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('idempotency_keys')
    .where('created_at', '<', new Date(now.getTime() - keptMs))
    .execute()
}
