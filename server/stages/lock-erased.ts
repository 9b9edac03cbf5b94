import { sql } from 'kysely'
import type { Tx } from '#server/db.ts'
import type { ErasureHook } from '#server/platform/personal-data/erasure.ts'

/**
 * The one order of locks: accounts, teams, facts of stages, works, and then what refers to them; rows of one table by
 * their ids. Whoever closes, merges or erases accounts reaches them in another order, and takes all these first. Calls
 * of these people that are under way end before, and later ones find the account closed (server/accounts/auth/while-open.ts).
 */
export async function lockPeople(tx: Tx, ids: readonly number[]): Promise<void> {
  const people = sql`select id from accounts where id = any(${ids}::int[]) or merged_into = any(${ids}::int[])`
  await sql`${people} order by id for update`.execute(tx)
  await sql`
    select id from formed_teams where id in (
      select team_id from formed_team_members where account_id in (${people}) and state = 'active')
    order by id for update`.execute(tx)
  await sql`
    select from stage_facts where account_id in (${people}) order by stage_id, account_id for update`.execute(tx)
  await sql`select from works where account_id in (${people}) order by id for no key update`.execute(tx)
}

export const lockErasedWork: ErasureHook = { lock: (tx, accountId) => lockPeople(tx, [accountId]) }
