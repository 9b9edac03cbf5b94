import type { Tx } from '#server/db.ts'
import type { Services } from '#server/services.ts'
import { keepPlace } from './kept-places.ts'
import { leave } from './leave-team.ts'
import { lockTeam } from './store.ts'
import { ownAddress } from './team-letters.ts'

/**
 * Called before an account is erased. While teams are still being formed, the person leaves in the usual way. A locked
 * team keeps counting the place, so that the other members are not affected.
 */
export async function leaveTeamsForGood(services: Services, tx: Tx, accountId: number, now: Date): Promise<void> {
  const address = await ownAddress(tx, services.config, accountId)
  if (address) await tx.deleteFrom('formed_team_letters').where('address_hash', '=', address).execute()
  const own = await tx
    .selectFrom('formed_team_members as m')
    .innerJoin('formed_teams as t', 't.id', 'm.team_id')
    .innerJoin('stages as s', 's.id', 'm.stage_id')
    .select(['m.team_id', 's.closes_at', 't.verdict'])
    .where('m.account_id', '=', accountId)
    .where('m.state', '=', 'active')
    .orderBy('m.team_id')
    .execute()
  for (const { team_id, closes_at, verdict } of own) {
    const locked = await lockTeam(tx, team_id)
    if (verdict === null && (closes_at === null || now < closes_at)) await leave(services, tx, locked, accountId, now)
    else await keepPlace(tx, team_id)
  }
}
