import type { Db, Tx } from '#server/db.ts'
import type { PersonStages } from '#server/stages/person-stages.ts'
import { teamOf } from '#server/stages/person-stages.ts'
import { fullName } from '#shared/platform/names/full-name.ts'
import { captainOf } from '#shared/programme/team-formation/team-rights.ts'

/** The person's team with its members, the oldest first; null for somebody without a team. */
export async function teamAt(db: Db | Tx, all: PersonStages) {
  const team = teamOf(all)
  if (!team) return null
  const members = await db
    .selectFrom('formed_team_members as m')
    .innerJoin('accounts as a', 'a.id', 'm.account_id')
    .leftJoin('participations as p', (join) =>
      join.onRef('p.account_id', '=', 'm.account_id').on('p.competition_code', '=', all.season.code),
    )
    .select(['m.account_id', 'm.role', 'a.first_name', 'a.last_name', 'p.track_code'])
    .where('m.team_id', '=', team.id)
    .where('m.state', '=', 'active')
    .orderBy('m.since')
    .orderBy('m.account_id')
    .execute()
  const captain = captainOf(members)
  return {
    members: members.map((member) => ({ ...member, name: fullName(member) })),
    captain: captain && { accountId: captain.account_id, name: fullName(captain) },
  }
}
