import { sql } from 'kysely'
import type { Db, Tx } from '#server/db.ts'

/** A reference to one row of the audit, which can be stored outside the database to find the row again. */
export interface AuditHead {
  id: string
  /** Hexadecimal. */
  hash: string
}

interface AuditCheck {
  /** Rows that do not follow from the row before, or do not match their own hash. */
  broken: string[]
  rows: number
  /** The newest row; null while the audit is empty. */
  head: AuditHead | null
  /** Numbers of published rows that are gone or different. */
  lost: string[]
}

const batchSize = 10_000

/**
 * Reads the whole chain of the audit. The chain alone does not reveal that its newest rows were removed, or that all of
 * it was written again: heads that were published earlier reveal both.
 */
export async function checkAudit(db: Db, published: readonly AuditHead[] = []): Promise<AuditCheck> {
  const wanted = new Map<string, Set<string>>()
  for (const { id, hash } of published) wanted.set(id, (wanted.get(id) ?? new Set()).add(hash))
  const check: AuditCheck = { broken: [], rows: 0, head: null, lost: [] }
  const lose = (id: string) => check.lost.push(id)
  for (;;) {
    const batch = await db.transaction().execute((tx) => nextLinks(tx, check.head))
    for (const { id, hash, sound } of batch) {
      if (!sound) check.broken.push(id)
      // Two different rows were published under one number: at least one of them is gone.
      const hashes = wanted.get(id)
      if (hashes && (hashes.size > 1 || !hashes.has(hash))) lose(id)
      wanted.delete(id)
      check.head = { id, hash }
    }
    check.rows += batch.length
    if (batch.length < batchSize) break
  }
  for (const id of wanted.keys()) lose(id)
  return check
}

/**
 * The rows after this one. Read in batches, because a statement may take only a few seconds. Nothing in it is a function
 * that the owner of the database could have replaced: not even the `audit_hash` by which the rows were written.
 */
async function nextLinks(tx: Tx, after: AuditHead | null) {
  const id = after?.id ?? '0'
  const hash = Buffer.from(after?.hash ?? '', 'hex')
  await sql`set local search_path = pg_catalog, pg_temp`.execute(tx)
  const { rows } = await sql<AuditHead & { sound: boolean }>`
    select id, encode(hash, 'hex') as hash,
      hash = sha256(previous_hash || convert_to(jsonb_build_array(
          id, extract(epoch from at)::text, actor_id, action, subject, detail)::text, 'UTF8'))
        and previous_hash = lag(hash, 1, ${hash}::bytea) over (order by id)
        and id = lag(id, 1, ${id}::bigint) over (order by id) + 1 as sound
    from public.audit where id > ${id}::bigint order by id limit ${batchSize}`.execute(tx)
  return rows
}
