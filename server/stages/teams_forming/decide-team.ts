import { audited } from '#server/judging/edit-judging.ts'
import type { Services } from '#server/services.ts'
import { countedOf, peopleOf } from '#server/team-formation/store.ts'
import { Refusal } from '#shared/api/refusals.ts'
import { completeness } from '#shared/team-formation/completeness.ts'
import { idsOf, lockOne, ownersFormation, type Place, tellPeople } from './owners-stage.ts'

interface Decided {
  teamId: number
  verdict: 'under_check' | 'admitted' | 'rejected' | null
  reason: string
  members: readonly { test_id: number; verdict: 'fits' | 'unfit' | null; note: string }[]
}

const inWords = { under_check: 'на проверке', admitted: 'допущена', rejected: 'не допущена' }

/**
 * Decides about a team and each member of it. A reason is asked for where the team would ask for one: a refusal, an
 * incomplete team that is admitted, and whatever replaces a decision that the team has read.
 */
export async function decideTeam(services: Services, actorId: number, place: Place, of: Decided): Promise<void> {
  const { stage, rules } = await ownersFormation(services, place)
  const now = services.clock()
  await services.db.transaction().execute(async (tx) => {
    const locked = await lockOne(tx, stage, of.teamId)
    const { team } = locked
    const people = (await peopleOf(tx, team.id, now)).filter(({ state }) => state === 'active')
    const named = new Map(of.members.map((member) => [member.test_id, member]))
    if (named.size !== people.length || people.some(({ test_id }) => !named.has(test_id)))
      throw new Refusal('team_changed')
    const reason = of.reason.trim()
    const final = team.verdict === 'admitted' || team.verdict === 'rejected'
    const { complete } = completeness(rules, people, await countedOf(tx, team))
    const asked =
      of.verdict === 'rejected' || (of.verdict === 'admitted' && !complete) || (final && of.verdict !== team.verdict)
    if (of.verdict === 'admitted' && of.members.some(({ verdict }) => verdict === 'unfit'))
      throw new Refusal('team_member_unfit')
    if (asked && reason === '') throw new Refusal('team_reason_needed')
    for (const { account_id, test_id } of people) {
      const { verdict = null, note = '' } = named.get(test_id) ?? {}
      await tx
        .updateTable('formed_team_members')
        .set({ verdict, verdict_note: note.trim() })
        .where('team_id', '=', team.id)
        .where('account_id', '=', account_id)
        .execute()
    }
    const changed = team.verdict !== of.verdict || team.verdict_reason !== reason
    if (!changed) return
    await tx
      .updateTable('formed_teams')
      .set({
        verdict: of.verdict,
        verdict_at: of.verdict === null ? null : of.verdict === team.verdict ? team.verdict_at : now,
        verdict_reason: reason,
      })
      .where('id', '=', team.id)
      .execute()
    if (of.verdict === 'admitted' || of.verdict === 'rejected' || final)
      await tellPeople(
        tx,
        services,
        { stage, teamId: team.id, people: idsOf(locked) },
        {
          title: of.verdict === null ? 'Решение о команде снято' : `Команда «${team.name}» ${inWords[of.verdict]}`,
          text: [
            `Этап «${stage.title}», команда «${team.name}»: ${of.verdict === null ? 'прежнее решение снято' : inWords[of.verdict]}.`,
            reason && `Причина: ${reason}`,
          ]
            .filter(Boolean)
            .join(' '),
        },
      )
    await audited(tx, actorId, place, 'team_decided', [
      { field: 'team', title: `Команда ${team.id}: ${of.verdict === null ? 'не проверена' : inWords[of.verdict]}` },
    ])
  })
}
