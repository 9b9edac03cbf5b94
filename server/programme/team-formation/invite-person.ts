import { sql } from 'kysely'
import type { Tx } from '#server/db.ts'
import type { Services } from '#server/services.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { quoted } from '#shared/platform/text/quoted.ts'
import { maxTeamInvitations } from '#shared/programme/team-formation/limits.ts'
import { notifyTeammate } from './notify-teammate.ts'
import { refuseUnlessCaptain } from './refuse-unless-captain.ts'
import { lockTeam, membershipIn, setMembership } from './store.ts'

/**
 * The captain invites a participant by user number. Nothing changes for members, and for people who have already asked
 * or were already invited.
 */
export async function invitePerson(
  services: Services,
  { accountId, teamId, userId }: { accountId: number; teamId: number; userId: number },
): Promise<void> {
  const now = services.clock()
  await services.db.transaction().execute(async (tx) => {
    const locked = await lockTeam(tx, teamId)
    await refuseUnlessCaptain(tx, services.seasons, locked, accountId, now)
    const { team } = locked
    const called = await tx
      .selectFrom('accounts as a')
      .innerJoin('participations as p', 'p.account_id', 'a.id')
      .select('a.id')
      .where('a.test_id', '=', userId)
      .where('p.competition_code', '=', team.competition_code)
      .where('p.disqualified_at', 'is', null)
      .where('p.withdrawn_at', 'is', null)
      .executeTakeFirst()
    if (!called) throw new Refusal('user_not_found')
    const standing = await membershipIn(tx, teamId, called.id)
    if (standing && standing.state !== 'left' && standing.state !== 'removed') return
    await refuseTooManyCalls(tx, teamId)
    await setMembership(tx, { team, accountId: called.id }, { state: 'invited' }, now)
    await tellOfCall(tx, services, called.id, team)
  })
}

export const tellOfCall = (
  tx: Tx,
  services: Services,
  accountId: number,
  team: Parameters<typeof notifyTeammate>[3],
): Promise<void> =>
  notifyTeammate(tx, services, accountId, team, {
    title: 'Приглашение в команду',
    text: `Капитан команды ${quoted(team.name)} зовёт вас к себе. Ответьте на странице команды.`,
  })

/** Invitations by number and by e-mail together. */
export async function refuseTooManyCalls(tx: Tx, teamId: number): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from formed_team_members where team_id = ${teamId} and state = 'invited')::int
      + (select count(*) from formed_team_letters where team_id = ${teamId})::int as count`.execute(tx)
  if ((rows[0]?.count ?? 0) >= maxTeamInvitations)
    throw new Refusal('team_invitations_too_many', { values: { max: maxTeamInvitations } })
}
