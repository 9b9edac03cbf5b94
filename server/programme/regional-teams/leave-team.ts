import type { Services } from '#server/services.ts'
import { recordFacts } from '#server/stages/facts.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { type InCompetition, lockRegionalStage } from './regional-stage.ts'

/** Frees the person's place, deletes the marks given and received in the team, and reopens the stage. */
export async function leaveTeam({ db, clock, seasons }: Services, of: InCompetition): Promise<{ team_id: null }> {
  const now = clock()
  return db.transaction().execute(async (tx) => {
    const stage = await lockRegionalStage(tx, seasons, of, now)
    const { numDeletedRows } = await tx
      .deleteFrom('regional_team_members')
      .where('account_id', '=', of.accountId)
      .where('competition_code', '=', of.competitionCode)
      .executeTakeFirst()
    if (numDeletedRows === 0n) throw new Refusal('not_in_team')
    const facts = { startedAt: null, passedAt: null }
    await recordFacts(tx, { accountId: of.accountId, stageId: stage.row.id }, facts, now)
    return { team_id: null }
  })
}
