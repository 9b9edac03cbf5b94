import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#server/db.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'

/**
 * Whether a protocol that is not published yet decides about a person at a stage. One that is still being frozen may
 * decide about anybody.
 */
export const awaitsProtocol = (stageId: number, account: RawBuilder<unknown>) => sql<boolean>`exists (
  select from protocols o
  where o.stage_id = ${stageId} and o.published_at is null and o.withdrawn_at is null
    and (o.freezing is not null or exists (
      select from protocol_rows r
      where r.protocol_id = o.id and r.account_id = ${account} and r.outcome <> 'none' and r.done_at is null)))`

/** Throws `protocol_decides` where a frozen protocol is to decide about any of these people. */
export async function refuseBesideProtocol(tx: Db | Tx, stageId: number, accountIds: readonly number[]): Promise<void> {
  const { rows } = await sql<{ number: number }>`
    select number from protocols o where o.stage_id = ${stageId} and o.published_at is null and o.withdrawn_at is null
      and exists (select from unnest(${accountIds}::int[]) as person where ${awaitsProtocol(stageId, sql`person`)})
    limit 1`.execute(tx)
  if (rows[0]) throw new Refusal('protocol_decides', { values: { number: rows[0].number } })
}
