import type { Services } from '#server/services.ts'
import { recordFacts } from '#server/stages/facts.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { type InCompetition, lockRegionalStage } from './regional-stage.ts'
import { groupOf, ownTeam } from './store.ts'

/**
 * Takes a free place in a team of the person's group, which completes the stage. Joining one's own team again changes
 * nothing, because the first answer may have been lost.
 */
export async function joinTeam(
  { db, clock, seasons }: Services,
  { teamId, ...of }: InCompetition & { teamId: number },
): Promise<{ team_id: number }> {
  const now = clock()
  return db.transaction().execute(async (tx) => {
    const stage = await lockRegionalStage(tx, seasons, of, now)
    const own = await ownTeam(tx, of)
    if (own?.id === teamId) return { team_id: teamId }
    if (own) throw new Refusal('already_in_team')
    const group = await groupOf(tx, { ...of, region: stage.all.person.region })
    if (!group) throw new Refusal('team_not_found')
    // The lock makes people who want the last place wait for each other.
    const team = await tx
      .selectFrom('regional_teams')
      .select(['id', 'capacity'])
      .where('id', '=', teamId)
      .where('group_id', '=', group.id)
      .forUpdate()
      .executeTakeFirst()
    if (!team) throw new Refusal('team_not_found')
    const taken = await tx.selectFrom('regional_team_members').select('seat').where('team_id', '=', teamId).execute()
    const seat = firstFree(taken.map((member) => member.seat))
    if (seat > team.capacity) throw new Refusal('team_full')
    await tx
      .insertInto('regional_team_members')
      .values({
        competition_code: of.competitionCode,
        account_id: of.accountId,
        team_id: teamId,
        capacity: team.capacity,
        seat,
        joined_at: now,
      })
      .execute()
    await recordFacts(tx, { accountId: of.accountId, stageId: stage.row.id }, { passedAt: now }, now)
    return { team_id: teamId }
  })
}

export function firstFree(taken: readonly number[]): number {
  let seat = 1
  while (taken.includes(seat)) seat += 1
  return seat
}
