import { sql } from 'kysely'
import type { Db, Tx } from '#server/db.ts'
import { conflictsWith } from '#server/review/judging/conflicts.ts'

/** Which observers of the stage may not observe which of these teams. */
export const barredFrom = (db: Db | Tx, stageId: number, teamIds: readonly number[]) =>
  conflictsWith(
    db,
    stageId,
    sql`
      select m.team_id as work, m.account_id as author from formed_team_members m
      where m.team_id = any(${[...teamIds]}::int[]) and m.state = 'active'`,
  )
