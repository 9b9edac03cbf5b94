import type { Services } from '#server/services.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { quoted } from '#shared/platform/text/quoted.ts'
import { lackInWords } from '#shared/programme/team-formation/completeness.ts'
import { nameOf, notifyTeammate } from './notify-teammate.ts'
import { mayRemind } from './read-team.ts'
import { lockTeam, peopleOf } from './store.ts'

/** A member reminds another of what the team still lacks: once a day for each person, from all teammates together. */
export async function remindMember(
  services: Services,
  { accountId, teamId, userId }: { accountId: number; teamId: number; userId: number },
): Promise<void> {
  const now = services.clock()
  await services.db.transaction().execute(async (tx) => {
    const { team, members } = await lockTeam(tx, teamId)
    if (!members.some(({ account_id }) => account_id === accountId)) throw new Refusal('formed_team_not_found')
    const people = await peopleOf(tx, teamId, now)
    const called = people.find(({ test_id, state }) => test_id === userId && state === 'active')
    if (!called || called.account_id === accountId) throw new Refusal('user_not_found')
    if (called.reminded) throw new Refusal('reminded_today')
    // The person has done everything meanwhile.
    if (!mayRemind(called)) return
    await tx
      .updateTable('formed_team_members')
      .set({ reminded_at: now })
      .where('team_id', '=', teamId)
      .where('account_id', '=', called.account_id)
      .execute()
    await notifyTeammate(tx, services, called.account_id, team, {
      title: `Команда ${quoted(team.name)} ждёт вас`,
      text: `${await nameOf(tx, accountId)} напоминает, чего не хватает от вас: ${called.lacks.map(lackInWords).join('; ')}.`,
    })
  })
}
