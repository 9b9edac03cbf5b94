import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db.ts'

export type Calling = { team_id: number; name: string }[]

/** The teams of a stage that have invited an address by e-mail, the newest letter first, as one column. */
export const lettersTo = (address: unknown, stageId: unknown): RawBuilder<unknown> => sql`
  coalesce((select json_agg(json_build_object('team_id', called.id, 'name', called.name)) from (
    select t.id, t.name from formed_team_letters l
    join formed_teams t on t.id = l.team_id and t.stage_id = ${stageId} and t.dissolved_at is null
    where l.address_hash = ${address} order by l.since desc, l.id limit 20
  ) as called), '[]')`

/** These teams, read by a separate statement. `address`: a hash. */
export async function readLettersTo(db: Db, address: Buffer, stageId: number): Promise<Calling> {
  const { rows } = await sql<{ letters: Calling }>`select ${lettersTo(address, stageId)} as letters`.execute(db)
  return rows[0]?.letters ?? []
}
