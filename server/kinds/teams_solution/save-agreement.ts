import type { Services } from '#server/services.ts'
import { refuseUnlessWorkable } from '#server/stages/one-stage.ts'
import { draftOf } from '#server/stages/work-owner.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { solutionPage } from './read-solution.ts'
import { type InSolution, leadersOf, lockSolution } from './solution-stage.ts'

/** Stores or withdraws a member's agreement to the revision that they have read. */
export async function saveAgreement(
  services: Services,
  { revision, agreed, ...of }: InSolution & { revision: number; agreed: boolean },
) {
  const now = services.clock()
  const at = await services.db.transaction().execute(async (tx) => {
    const at = await lockSolution(tx, services, of, now)
    refuseUnlessWorkable(at.stage)
    const { stageId, teamId, accountId } = at.owner
    const current = (await draftOf(tx, at.owner))?.revision ?? 0
    if (agreed && (current !== revision || current === 0)) throw new Refusal('solution_changed')
    const set = { revision: agreed ? revision : 0, at: now }
    await tx
      .insertInto('solution_agreements')
      .values({ stage_id: stageId, team_id: teamId, account_id: accountId, ...set })
      .onConflict((conflict) => conflict.columns(['stage_id', 'team_id', 'account_id']).doUpdateSet(set))
      .execute()
    return at
  })
  return solutionPage(services, at, now)
}

/** The captain names a deputy, who may also hand in. */
export async function nameDeputy(services: Services, { testId, ...of }: InSolution & { testId: number }) {
  const now = services.clock()
  const at = await services.db.transaction().execute(async (tx) => {
    const at = await lockSolution(tx, services, of, now)
    refuseUnlessWorkable(at.stage)
    const { captain, members } = await leadersOf(tx, at.owner)
    if (captain !== of.accountId) throw new Refusal('team_captain_only')
    const deputy = members.find(({ test_id, account_id }) => test_id === testId && account_id !== captain)
    if (!deputy) throw new Refusal('team_member_not_found')
    const set = { deputy_id: deputy.account_id }
    await tx
      .insertInto('team_solutions')
      .values({ stage_id: of.stageId, team_id: at.owner.teamId, ...set })
      .onConflict((conflict) => conflict.columns(['stage_id', 'team_id']).doUpdateSet(set))
      .execute()
    return at
  })
  return solutionPage(services, at, now)
}
