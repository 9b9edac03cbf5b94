import type { Tx } from '#server/db.ts'
import type { Services } from '#server/services.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { quoted } from '#shared/platform/text/quoted.ts'
import { lockFormation } from './formation-stage.ts'
import { takePlace } from './join-team.ts'
import { notifyTeammate } from './notify-teammate.ts'
import { otherTeam, refusingTwoTeams } from './other-team.ts'
import { refuseUnlessCaptain } from './refuse-unless-captain.ts'
import { accountOf, lockTeam, membershipIn, oneTeam } from './store.ts'

interface Settled {
  /** The captain. */
  accountId: number
  teamId: number
  /** test_id of the other person. */
  userId: number
}

/** The captain accepts a request. */
export async function acceptRequest(services: Services, { accountId, teamId, userId }: Settled): Promise<void> {
  const now = services.clock()
  await refusingTwoTeams(() =>
    services.db.transaction().execute(async (tx) => {
      const { stage_id: stageId } = await oneTeam(tx, teamId)
      const candidate = await accountOf(tx, userId)
      const asked = candidate !== null && (await membershipIn(tx, teamId, candidate))
      if (candidate === null || !asked) throw new Refusal('team_member_not_found')
      const theirs = await candidateStage(tx, services, { accountId: candidate, stageId }, now)
      const locked = await lockTeam(tx, teamId)
      const stage = await refuseUnlessCaptain(tx, services.seasons, locked, accountId, now)
      const standing = await membershipIn(tx, teamId, candidate)
      if (standing?.state === 'active') return
      if (standing?.state !== 'requested') throw new Refusal('team_member_not_found')
      const busy = theirs?.own.team || (await otherTeam(tx, { accountId: candidate, stageId }))
      if (!theirs || busy) throw new Refusal('team_candidate_busy')
      if (locked.members.length >= stage.rules.max) throw new Refusal('team_full')
      await takePlace(tx, stage, { team: locked.team, members: locked.members.length, accountId: candidate }, now)
      await notifyTeammate(tx, services, candidate, locked.team, {
        title: 'Вы в команде',
        text: `Капитан принял вашу заявку: вы в команде ${quoted(locked.team.name)}.`,
      })
    }),
  )
}

/** The stage for the other person, locked; null when they may not join a team now. */
async function candidateStage(tx: Tx, services: Services, of: { accountId: number; stageId: number }, now: Date) {
  try {
    return await lockFormation(tx, services.seasons, of, now)
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}

/** The captain passes the role to another member and stays in the team. */
export async function handOver(services: Services, { accountId, teamId, userId }: Settled): Promise<void> {
  const now = services.clock()
  await services.db.transaction().execute(async (tx) => {
    const locked = await lockTeam(tx, teamId)
    await refuseUnlessCaptain(tx, services.seasons, locked, accountId, now)
    const next = await accountOf(tx, userId)
    if (next === null || !locked.members.some((member) => member.account_id === next))
      throw new Refusal('team_member_not_found')
    if (next === accountId) return
    await makeCaptain(tx, teamId, next)
    await notifyTeammate(tx, services, next, locked.team, {
      title: 'Вы капитан команды',
      text: `Теперь капитан команды ${quoted(locked.team.name)} — вы: приглашаете людей и отвечаете на заявки.`,
    })
  })
}

/** For a locked team. The old captain becomes a member first, because there must never be two captains. */
export async function makeCaptain(tx: Tx, teamId: number, accountId: number): Promise<void> {
  const ofTeam = tx.updateTable('formed_team_members').where('team_id', '=', teamId)
  await ofTeam.set({ role: 'member' }).where('role', '=', 'captain').execute()
  await ofTeam.set({ role: 'captain' }).where('account_id', '=', accountId).execute()
}
