import type { Services } from '#server/services.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { completeness } from '#shared/programme/team-formation/completeness.ts'
import { isReturned } from './formation-stage.ts'
import { refuseUnlessCaptain } from './refuse-unless-captain.ts'
import { countedOf, lockTeam, peopleOf } from './store.ts'

/** The captain of a returned team sends it to the check again. Its composition is locked from then on. */
export async function sendToCheck(
  { db, clock, seasons }: Services,
  { accountId, teamId }: { accountId: number; teamId: number },
): Promise<void> {
  const now = clock()
  await db.transaction().execute(async (tx) => {
    const locked = await lockTeam(tx, teamId)
    const { team } = locked
    // A repeated call, whose first answer was lost.
    if (team.verdict === 'under_check' && locked.captain === accountId) return
    const { rules } = await refuseUnlessCaptain(tx, seasons, locked, accountId, now)
    if (!isReturned(team, now)) throw new Refusal('team_not_returned')
    const people = (await peopleOf(tx, teamId, now)).filter(({ state }) => state === 'active')
    if (!completeness(rules, people, await countedOf(tx, team)).complete) throw new Refusal('team_incomplete')
    await tx
      .updateTable('formed_teams')
      .set({ verdict: 'under_check', verdict_at: now, verdict_reason: '' })
      .where('id', '=', teamId)
      .execute()
  })
}
