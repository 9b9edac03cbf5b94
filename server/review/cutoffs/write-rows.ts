import { sql } from 'kysely'
import type { Tx } from '#server/db.ts'
import type { ProtocolRow } from './work-out.ts'

/** How many rows one statement inserts. */
export const rowsAtOnce = 2000

export async function writeRows(tx: Tx, protocolId: number, rows: readonly ProtocolRow[]): Promise<void> {
  await sql`
    insert into protocol_rows (protocol_id, account_id, outcome, why, place, waiting, score, second, parts, track, region,
      district)
    select ${protocolId}, r.account_id, r.outcome, r.why, r.place, r.waiting, r.score, r.second, r.parts, r.track, r.region,
      r.district
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (account_id integer, outcome text, why text, place integer,
      waiting integer, score numeric, second numeric, parts jsonb, track text, region text, district text)`.execute(tx)
}
