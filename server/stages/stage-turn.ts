import { sql } from 'kysely'
import type { Tx } from '#server/db.ts'

/**
 * Lets the decisions about people of a stage, which are many at once, and the freezing of a protocol there take turns:
 * what was frozen is what is decided.
 */
export async function takeTurnAtStage(tx: Tx, stageId: number, whose: 'decision' | 'protocol'): Promise<void> {
  const stage = sql`hashtextextended('decisions of a stage', ${stageId})`
  if (whose === 'decision') await sql`select pg_advisory_xact_lock_shared(${stage})`.execute(tx)
  else await sql`select pg_advisory_xact_lock(${stage})`.execute(tx)
}
