import { sql } from 'kysely'
import type { ErasureHook } from '#server/personal-data/erasure.ts'

/**
 * A write of a work locks the team, the facts, the work and then the rows that refer to it. An erasure reaches these rows
 * through foreign keys in another order, so to avoid a deadlock it first takes the same locks, for the person and for
 * accounts merged into theirs. The accounts are locked before them, as in a merge; other rows may still refer to them.
 */
export const lockErasedWork: ErasureHook = {
  async lock(tx, accountId) {
    const people = sql`select id from accounts where id = ${accountId} or merged_into = ${accountId}`
    await sql`${people} order by id for no key update`.execute(tx)
    await sql`
      select id from formed_teams where id in (
        select team_id from formed_team_members where account_id in (${people}) and state = 'active')
      order by id for update`.execute(tx)
    await sql`
      select from stage_facts where account_id in (${people}) order by stage_id, account_id for update`.execute(tx)
    await sql`select from works where account_id in (${people}) order by id for no key update`.execute(tx)
  },
}
