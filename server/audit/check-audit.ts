import { sql } from 'kysely'
import type { Db } from '#server/db.ts'

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
  /** Whether the published row exists unchanged. True when none was given. */
  holdsPublished: boolean
}

const batchSize = 10_000

/**
 * Reads the whole chain of the audit. The chain alone does not reveal that its newest rows were removed, or that all of
 * it was written again: a head that was published earlier reveals both.
 */
export async function checkAudit(db: Db, published: AuditHead | null = null): Promise<AuditCheck> {
  const check: AuditCheck = { broken: [], rows: 0, head: null, holdsPublished: published === null }
  for (;;) {
    const batch = await nextLinks(db, check.head)
    for (const { id, hash, sound } of batch) {
      if (!sound) check.broken.push(id)
      if (id === published?.id && hash === published.hash) check.holdsPublished = true
      check.head = { id, hash }
    }
    check.rows += batch.length
    if (batch.length < batchSize) return check
  }
}

/** The rows after this one. Read in batches, because a statement may take only a few seconds. */
async function nextLinks(db: Db, after: AuditHead | null) {
  const id = after?.id ?? '0'
  const hash = Buffer.from(after?.hash ?? '', 'hex')
  const { rows } = await sql<AuditHead & { sound: boolean }>`
    select id, encode(hash, 'hex') as hash,
      hash = audit_hash(id, at, actor_id, action, subject, detail, previous_hash)
        and previous_hash = lag(hash, 1, ${hash}::bytea) over (order by id)
        and id = lag(id, 1, ${id}::bigint) over (order by id) + 1 as sound
    from audit where id > ${id}::bigint order by id limit ${batchSize}`.execute(db)
  return rows
}
