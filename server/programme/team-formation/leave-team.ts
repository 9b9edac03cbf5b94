import type { Tx } from '#server/db.ts'
import type { Services } from '#server/services.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { quoted } from '#shared/platform/text/quoted.ts'
import { isComplete } from '#shared/programme/team-formation/completeness.ts'
import { isOpen } from '#shared/stages/window.ts'
import { type FormationStage, lockOwnStage, refuseUnlessOpen, whyNoChanges, whyNoLeaving } from './formation-stage.ts'
import { keepPlace } from './kept-places.ts'
import { nameOf, notifyTeammate } from './notify-teammate.ts'
import { ownTeam } from './own-team.ts'
import { refuseUnlessCaptain } from './refuse-unless-captain.ts'
import { makeCaptain } from './settle-member.ts'
import { accountOf, lockTeam, membershipIn, oneTeam, setMembership } from './store.ts'
import { answerLetter } from './team-letters.ts'

interface Leaving {
  accountId: number
  teamId: number
  /** test_id of the person who leaves: the caller, or a member whom the captain removes. */
  userId: number
}

type Locked = Awaited<ReturnType<typeof lockTeam>>
const away = (teamId: number, standing: 'captain' | 'member' | null) => ({
  team_id: standing === null ? null : teamId,
  standing,
})

/** Leaves a team, withdraws a request or declines an invitation. The captain can do this for another person. */
export async function removeMember(services: Services, { accountId, teamId, userId }: Leaving) {
  const now = services.clock()
  return services.db.transaction().execute(async (tx) => {
    const target = await accountOf(tx, userId)
    const { stage_id: stageId } = await oneTeam(tx, teamId)
    if (target !== accountId) return sendAway(services, tx, { accountId, teamId, target }, now)
    const stage = await lockOwnStage(tx, services.seasons, { accountId, stageId }, now)
    const locked = await lockTeam(tx, teamId)
    const standing = await membershipIn(tx, teamId, accountId)
    if (standing?.state === 'active') {
      await leaveAnyTime(services, tx, { stage, locked, accountId }, now)
      return away(teamId, null)
    }
    refuseUnlessOpen(stage, now)
    if (standing?.state === 'requested' || standing?.state === 'invited')
      await setMembership(tx, { team: locked.team, accountId }, { state: 'left' }, now)
    else if (!(await answerLetter(tx, services.config, { accountId, teamId }))) throw new Refusal('not_in_team')
    return away(teamId, null)
  })
}

/**
 * Members may leave until the team has a result, also when it is locked. That does not harm the others: a complete
 * locked team keeps counting the place, as for a deleted account.
 */
async function leaveAnyTime(
  services: Services,
  tx: Tx,
  { stage, locked, accountId }: { stage: FormationStage; locked: Locked; accountId: number },
  now: Date,
): Promise<void> {
  // The stage was read before the team was locked, and the team may have got a verdict since.
  const open =
    !locked.team.verdict && (isHidden(stage) ? isOpen(stage.state.window, now) : whyNoChanges(stage, now) === '')
  if (open) {
    if (!isHidden(stage)) refuseUnlessOpen(stage, now)
  } else {
    const reason = await whyNoLeaving(tx, locked.team)
    if (reason !== '') throw new Refusal('teams_closed', { values: { reason } })
    const own = ownTeam(stage)
    if (locked.members.length > 1 && own && isComplete(stage.rules, own)) await keepPlace(tx, locked.team.id)
  }
  await leave(services, tx, locked, accountId, now)
}

/** Whether the stage is hidden because the person has another track now; its dates still apply. */
const isHidden = ({ state }: FormationStage): boolean => state.status === 'hidden'

async function sendAway(
  services: Services,
  tx: Tx,
  { accountId, teamId, target }: { accountId: number; teamId: number; target: number | null },
  now: Date,
) {
  const locked = await lockTeam(tx, teamId)
  await refuseUnlessCaptain(tx, services.seasons, locked, accountId, now)
  const standing = target === null ? null : await membershipIn(tx, teamId, target)
  if (target === null || !standing || standing.state === 'left' || standing.state === 'removed')
    throw new Refusal('team_member_not_found')
  await setMembership(tx, { team: locked.team, accountId: target }, { state: 'removed' }, now)
  const { name } = locked.team
  if (standing.state === 'active')
    await notifyTeammate(tx, services, target, locked.team, {
      title: 'Вы больше не в команде',
      text: `Капитан исключил вас из команды ${quoted(name)}. Вы можете вступить в другую или создать свою.`,
    })
  if (standing.state === 'requested')
    await notifyTeammate(tx, services, target, locked.team, {
      title: 'Заявка отклонена',
      text: `Команда ${quoted(name)} не приняла вашу заявку. Посмотрите другие команды или создайте свою.`,
    })
  return away(teamId, 'captain')
}

/**
 * Removes an active member from a locked team. A captain's role goes to the oldest remaining member. Without members
 * the team is dissolved and its name becomes free.
 */
export async function leave(services: Services, tx: Tx, locked: Locked, accountId: number, now: Date): Promise<void> {
  const { team, members, captain } = locked
  const [next] = members.filter((member) => member.account_id !== accountId)
  await setMembership(tx, { team, accountId }, { state: 'left' }, now)
  if (next === undefined) return dissolve(tx, team.id, now)
  if (captain === accountId) await makeCaptain(tx, team.id, next.account_id)
  const notified = captain === accountId ? next.account_id : captain
  if (notified === null) return
  const yours = captain === accountId ? ' Капитан команды теперь — вы.' : ''
  await notifyTeammate(tx, services, notified, team, {
    title: captain === accountId ? 'Вы капитан команды' : 'В команде освободилось место',
    text: `${await nameOf(tx, accountId)} больше не в команде ${quoted(team.name)}.${yours}`,
  })
}

/** Ends a locked team without members: its name becomes free, and its requests and invitations end. */
export async function dissolve(tx: Tx, teamId: number, now: Date): Promise<void> {
  await tx
    .updateTable('formed_teams')
    .set({ dissolved_at: now, invite_code_hash: null, invite_expires_at: null, invite_uses_left: null })
    .where('id', '=', teamId)
    .execute()
  await tx
    .updateTable('formed_team_members')
    .set({ state: 'left', since: now })
    .where('team_id', '=', teamId)
    .where('state', 'in', ['requested', 'invited'])
    .execute()
  await tx.deleteFrom('formed_team_letters').where('team_id', '=', teamId).execute()
}
