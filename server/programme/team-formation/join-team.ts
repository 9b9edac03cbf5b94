import type { Tx } from '#server/db.ts'
import type { Services } from '#server/services.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { quoted } from '#shared/platform/text/quoted.ts'
import { maxOpenRequests, maxTeamRequests } from '#shared/programme/team-formation/limits.ts'
import { type FormationStage, formationStage, isReturned, lockOwnStage, refuseUnlessOpen } from './formation-stage.ts'
import { codeFits } from './invite-code.ts'
import { takeKeptPlace } from './kept-places.ts'
import { nameOf, notifyTeammate } from './notify-teammate.ts'
import { refuseSecondTeam, refusingSecondTeam } from './other-team.ts'
import { lockTeam, membershipIn, oneTeam, setMembership, stopLooking, type TeamRow } from './store.ts'
import { answerLetter } from './team-letters.ts'

interface JoiningPerson {
  accountId: number
  teamId: number
  code: string | undefined
}

/**
 * Joins a team with a code or an invitation; without either, sends a request to the captain. Repeating it changes
 * nothing, because the first answer may have been lost.
 */
export async function joinTeam(services: Services, { accountId, teamId, code }: JoiningPerson) {
  const { db, clock, config, seasons } = services
  const now = clock()
  const refuseLate = code === undefined ? null : await refuseLateComers(services, { accountId, teamId, code }, now)
  const { stage_id: stageId } = await oneTeam(db, teamId)
  const work = () =>
    db.transaction().execute(async (tx) => {
      await refuseLate?.(tx)
      // Always lock the person first and the team second, so that two calls never wait for each other.
      const stage = await lockOwnStage(tx, seasons, { accountId, stageId }, now)
      const { team, members, captain } = await lockTeam(tx, teamId)
      if (!isReturned(team, now)) refuseUnlessOpen(stage, now)
      if (stage.own.team?.id === teamId)
        return { team_id: teamId, standing: captain === accountId ? ('captain' as const) : ('member' as const) }
      if (stage.own.team) throw new Refusal('already_in_team')
      await refuseSecondTeam(tx, { accountId, stageId })
      if (team.verdict) throw new Refusal('teams_closed', { values: { reason: 'Команда уже на проверке' } })
      if (code !== undefined && !codeFits(config, team, code, now)) throw new Refusal('team_code_wrong')
      const standing = await membershipIn(tx, teamId, accountId)
      const letter = await answerLetter(tx, config, { accountId, teamId })
      const called = letter || standing?.state === 'invited'
      if (standing?.state === 'requested' && code === undefined && !letter)
        return { team_id: null, standing: 'requested' as const }
      if (members.length >= stage.rules.max) throw new Refusal('team_full')
      const who = await nameOf(tx, accountId)
      if (code === undefined && !called) {
        await request(tx, { team, accountId }, now)
        if (captain !== null)
          await notifyTeammate(tx, services, captain, team, {
            title: 'Заявка в команду',
            text: `${who} хочет вступить в команду ${quoted(team.name)}. Примите заявку или отклоните её.`,
          })
        return { team_id: null, standing: 'requested' as const }
      }
      if (code !== undefined)
        await tx
          .updateTable('formed_teams')
          .set((eb) => ({ invite_uses_left: eb('invite_uses_left', '-', 1) }))
          .where('id', '=', teamId)
          .execute()
      await takePlace(tx, stage, { team, members: members.length, accountId }, now)
      if (captain !== null)
        await notifyTeammate(tx, services, captain, team, {
          title: 'В команде новый участник',
          text: `${who} теперь в команде ${quoted(team.name)}: ${members.length + 1} из ${stage.rules.max}.`,
        })
      return { team_id: teamId, standing: 'member' as const }
    })
  return refusingSecondTeam(db, { accountId, stageId }, work)
}

/**
 * A code that is passed around may bring hundreds of people at once. Those who come after the last place or use was
 * taken are refused here, without waiting for the lock; the others are decided under it. Returns a check to repeat when
 * the transaction begins, because the place may have been taken while it waited.
 */
async function refuseLateComers(
  { db, config, seasons }: Services,
  { accountId, teamId, code }: JoiningPerson & { code: string },
  now: Date,
): Promise<((tx: Tx) => Promise<void>) | null> {
  const team = await oneTeam(db, teamId)
  const stage = await formationStage(db, seasons, { accountId, stageId: team.stage_id }, now)
  if (stage.own.team) return null
  if (!isReturned(team, now)) refuseUnlessOpen(stage, now)
  if (team.verdict) return null
  const refuseTaken = (seen: TeamRow) => {
    if (!codeFits(config, seen, code, now)) throw new Refusal('team_code_wrong')
    if (seen.taken >= stage.rules.max) throw new Refusal('team_full')
  }
  refuseTaken(team)
  return async (tx) => {
    const seen = await tx
      .selectFrom('formed_teams as t')
      .selectAll('t')
      .select(({ exists, selectFrom }) =>
        exists(
          selectFrom('formed_team_members as m')
            .select('m.team_id')
            .whereRef('m.team_id', '=', 't.id')
            .where('m.account_id', '=', accountId)
            .where('m.state', '=', 'active'),
        ).as('is_in'),
      )
      .where('t.id', '=', teamId)
      .executeTakeFirst()
    // An earlier call of the same person may have joined the team.
    if (seen && !seen.is_in) refuseTaken(seen)
  }
}

/**
 * Adds the person to the team. The caller has locked both and checked that there is a place. In a returned team the
 * person gets its extension too. `members` is the number of members before.
 */
export async function takePlace(
  tx: Tx,
  stage: FormationStage,
  { team, members, accountId }: { team: TeamRow; members: number; accountId: number },
  now: Date,
): Promise<void> {
  await takeKeptPlace(tx, team, { members, max: stage.rules.max })
  await setMembership(tx, { team, accountId }, { state: 'active' }, now)
  await stopLooking(tx, { accountId, stageId: stage.row.id }, now)
  if (team.returned_until !== null && isReturned(team, now))
    await tx
      .insertInto('stage_extensions')
      .values({
        stage_id: team.stage_id,
        account_id: accountId,
        closes_at: team.returned_until,
        reason: 'Команда возвращена на доработку',
        granted_at: now,
      })
      .execute()
}

async function request(tx: Tx, { team, accountId }: { team: TeamRow; accountId: number }, now: Date): Promise<void> {
  if (!team.takes_requests) throw new Refusal('team_requests_closed')
  const open = tx.selectFrom('formed_team_members').select((eb) => eb.fn.countAll<string>().as('count'))
  const own = await open
    .where('account_id', '=', accountId)
    .where('stage_id', '=', team.stage_id)
    .where('state', '=', 'requested')
    .executeTakeFirstOrThrow()
  if (Number(own.count) >= maxOpenRequests)
    throw new Refusal('team_requests_too_many', { values: { max: maxOpenRequests } })
  const others = await open.where('team_id', '=', team.id).where('state', '=', 'requested').executeTakeFirstOrThrow()
  if (Number(others.count) >= maxTeamRequests) throw new Refusal('team_requests_closed')
  await setMembership(tx, { team, accountId }, { state: 'requested' }, now)
}
