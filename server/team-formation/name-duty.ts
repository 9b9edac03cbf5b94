import type { Services } from '#server/services.ts'
import { Refusal } from '#shared/api/refusals.ts'
import { formationStage, whyNoChanges, whyNoLeaving } from './formation-stage.ts'
import { accountOf, lockTeam } from './store.ts'

interface NamedDuty {
  accountId: number
  teamId: number
  /** test_id of the member. */
  userId: number
  /** One of the stage's roles; empty takes it back. */
  duty: string
}

/** A member says what he does in the team; the captain says it of anybody. */
export async function nameDuty(services: Services, { accountId, teamId, userId, duty }: NamedDuty): Promise<void> {
  const now = services.clock()
  await services.db.transaction().execute(async (tx) => {
    const { team, members, captain } = await lockTeam(tx, teamId)
    const stage = await formationStage(tx, services.seasons, { accountId, stageId: team.stage_id }, now)
    const target = await accountOf(tx, userId)
    if (target !== accountId && captain !== accountId) throw new Refusal('team_captain_only')
    if (!members.some((member) => member.account_id === target)) throw new Refusal('team_member_not_found')
    // Who does what is their own affair, also when a newcomer has taken a place after the lock.
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
