import { sql } from 'kysely'
import type { Db } from '#server/db.ts'

/** The teams of a stage that call whoever has an address by e-mail, the newest letter first. `address`: its hash. */
export async function lettersTo(
  db: Db,
  address: Buffer,
  stageId: number,
): Promise<{ team_id: number; name: string }[]> {
  const { rows } = await sql<{ team_id: number; name: string }>`
    select t.id as team_id, t.name from formed_team_letters l
    join formed_teams t on t.id = l.team_id and t.stage_id = ${stageId} and t.dissolved_at is null
    where l.address_hash = ${address} order by l.since desc, l.id limit 20`.execute(db)
  return rows
}
