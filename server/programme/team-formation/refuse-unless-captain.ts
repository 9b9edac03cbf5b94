import type { Tx } from '#server/db.ts'
import type { Seasons } from '#server/stages/seasons.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { type FormationStage, formationStage, refuseUnlessOpen } from './formation-stage.ts'
import type { lockTeam } from './store.ts'

/** Throws unless the caller is captain of the locked team and may still change it. */
export async function refuseUnlessCaptain(
  tx: Tx,
  seasons: Seasons,
  { team, captain }: Awaited<ReturnType<typeof lockTeam>>,
  accountId: number,
  now: Date,
): Promise<FormationStage> {
  const stage = await formationStage(tx, seasons, { accountId, stageId: team.stage_id }, now)
  if (captain !== accountId) throw new Refusal('team_captain_only')
  refuseUnlessOpen(stage, now)
  return stage
}
