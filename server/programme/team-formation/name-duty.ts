import type { Services } from '#server/services.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { formationStage, whyNoChanges, whyNoLeaving } from './formation-stage.ts'
import { accountOf, lockTeam } from './store.ts'

interface NamedDuty {
  accountId: number
  teamId: number
  /** test_id of the member. */
  userId: number
  /** One of the stage's roles; empty removes the role. */
  duty: string
}

/** Sets a member's role in the team: members set their own, the captain anybody's. */
export async function nameDuty(services: Services, { accountId, teamId, userId, duty }: NamedDuty): Promise<void> {
  const now = services.clock()
  await services.db.transaction().execute(async (tx) => {
    const { team, members, captain } = await lockTeam(tx, teamId)
    const stage = await formationStage(tx, services.seasons, { accountId, stageId: team.stage_id }, now)
    const target = await accountOf(tx, userId)
    if (target !== accountId && captain !== accountId) throw new Refusal('team_captain_only')
    if (!members.some((member) => member.account_id === target)) throw new Refusal('team_member_not_found')
    // Roles may change also after the lock, for example when a newcomer has taken a place.
    const reason = whyNoChanges(stage, now) === '' ? '' : await whyNoLeaving(tx, team)
    if (reason !== '') throw new Refusal('teams_closed', { values: { reason } })
    if (duty !== '' && !stage.rules.roles.includes(duty)) throw new Refusal('team_duty_unknown')
    await tx
      .updateTable('formed_team_members')
      .set({ duty })
      .where('team_id', '=', teamId)
      .where('account_id', '=', target)
      .execute()
  })
}
