import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '#server/db.ts'
import { type KeyRing, ringFor, sealWithRing, unsealWithRing } from '#server/platform/crypto/key-ring.ts'
import { type AddedToTransactions, withTransactions } from '#server/platform/db/repeating.ts'
import type { Services } from '#server/services.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { fingerprintOf, type Repeatable } from './idempotency.ts'

type Act = Repeatable & { key: string }

/** Longer than any call may take: what is reserved since then and not begun was left by a process that ended. */
const leftAfterMs = 60_000
const pollMs = 100
/** As long as a browser waits for an answer. */
const waitMs = 9000

const answerKeys = (dataKeys: KeyRing): KeyRing => ringFor(dataKeys, 'answers of acts')
const answerPlace = 'idempotency_keys:sealed'

/**
 * Does an act once per key, whatever transactions it consists of. A repeat, at the same time or later, gets the answer
 * of the first call, or `act_taken` where a process ended before it could keep the answer. An act that was refused may
 * be repeated.
 */
export async function actOnce<Answer>(
  { db, clock, config }: Pick<Services, 'db' | 'clock' | 'config'>,
  act: Act,
  run: () => Promise<Answer>,
  /** Called when the answer of the first call is given. */
  repeated: () => void = () => {},
): Promise<Answer> {
  const fingerprint = fingerprintOf(act.request)
  const keys = answerKeys(config.dataKeys)
  for (const ends = Date.now() + waitMs; ; await delay(pollMs)) {
    if (await reserve(db, act, fingerprint, clock())) break
    const earlier = await findEarlier(db, act)
    if (!earlier) continue
    if (earlier.fingerprint !== fingerprint) throw new Refusal('idempotency_mismatch')
    if (earlier.sealed) {
      repeated()
      return JSON.parse(unsealWithRing(keys, earlier.sealed, answerPlace).toString()).answer
    }
    const left = clock().getTime() - earlier.created_at.getTime() > leftAfterMs
    if (left || Date.now() > ends) throw new Refusal('act_taken')
  }
  const own = sql`account_id = ${act.accountId} and key = ${act.key}`
  let begun = false
  const first: AddedToTransactions = {
    begin: async (tx) => begun || sql`update idempotency_keys set begun = true where ${own}`.execute(tx),
    committed() {
      begun = true
    },
  }
  try {
    const answer = await withTransactions(first, run)
    const sealed = sealWithRing(keys, JSON.stringify({ answer }), answerPlace)
    await sql`update idempotency_keys set begun = true, sealed = ${sealed} where ${own}`.execute(db)
    return answer
  } catch (error) {
    // A refused act may be repeated. After a fault, what has begun may have been done.
    const undone = error instanceof Refusal ? sql`true` : sql`not begun`
    await sql`delete from idempotency_keys where ${own} and ${undone}`.execute(db).catch(() => {})
    throw error
  }
}

async function reserve(db: Db, { accountId, key }: Act, fingerprint: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    insert into idempotency_keys as k (account_id, key, fingerprint, created_at, begun)
    values (${accountId}, ${key}, ${fingerprint}, ${now}, false)
    on conflict (account_id, key) do update set created_at = excluded.created_at
      where not k.begun and k.fingerprint = excluded.fingerprint
        and k.created_at < ${new Date(now.getTime() - leftAfterMs)}
    returning 1`.execute(db)
  return rows.length > 0
}

const findEarlier = (db: Db, act: Act) =>
  db
    .selectFrom('idempotency_keys')
    .select(['fingerprint', 'sealed', 'created_at'])
    .where('account_id', '=', act.accountId)
    .where('key', '=', act.key)
    .executeTakeFirst()
