import { sql } from 'kysely'
import type { Db, Tx } from '#server/db.ts'
import { conflictsWith } from '#server/review/judging/conflicts.ts'

/** `judge entrant` for every judge of the stage who may not judge that person or team. */
export async function barred(db: Db | Tx, stageId: number): Promise<Set<string>> {
  return new Set((await conflictsIn(db, stageId)).map(({ judge, work }) => `${judge} ${work}`))
}

export const conflictsIn = (db: Db | Tx, stageId: number) =>
  conflictsWith(
    db,
    stageId,
    sql`
      select p.entrant_id as work, p.account_id as author from playoff_people p where p.stage_id = ${stageId}
      union all
      select e.id, m.account_id from playoff_entrants e
      join formed_team_members m on m.team_id = e.team_id and m.state = 'active'
      where e.stage_id = ${stageId}`,
  )
