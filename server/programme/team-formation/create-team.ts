import { sql } from 'kysely'
import type { Services } from '#server/services.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { type InStage, lockFormation } from './formation-stage.ts'
import { namedTeam, refusingTakenName } from './name-team.ts'
import { refuseSecondTeam, refusingSecondTeam } from './other-team.ts'
import { setMembership, stopLooking } from './store.ts'

/** Creates a team with its creator as captain. Throws `team_name_taken`, `already_in_team` and `in_other_team`. */
export async function createTeam(
  { db, clock, seasons }: Services,
  { team_name, ...of }: InStage & { team_name: string },
) {
  const now = clock()
  const named = namedTeam(team_name)
  const work = () =>
    db.transaction().execute(async (tx) => {
      const { row, own } = await lockFormation(tx, seasons, of, now)
      if (own.team) throw new Refusal('already_in_team')
      await refuseSecondTeam(tx, of)
      // A team whose members have all deleted their accounts does not keep its name.
      await tx
        .updateTable('formed_teams as t')
        .set({ dissolved_at: now })
        .where('t.competition_code', '=', row.competitionCode)
        .where('t.name_key', '=', named.name_key)
        .where('t.dissolved_at', 'is', null)
        .where(
          sql<boolean>`not exists (select from formed_team_members m where m.team_id = t.id and m.state = 'active')`,
        )
        .execute()
      const team = await tx
        .insertInto('formed_teams')
        .values({ stage_id: of.stageId, competition_code: row.competitionCode, ...named, created_at: now })
        .returning(['id', 'stage_id'])
        .executeTakeFirstOrThrow()
      await setMembership(tx, { team, accountId: of.accountId }, { state: 'active', role: 'captain' }, now)
      await stopLooking(tx, of, now)
      return { team_id: team.id, standing: 'captain' as const }
    })
  return refusingTakenName(() => refusingSecondTeam(db, of, work))
}
