import type { Tx } from '#server/db.ts'
import { takeKeptPlace } from '#server/programme/team-formation/kept-places.ts'
import { leave } from '#server/programme/team-formation/leave-team.ts'
import { refusingTwoTeams } from '#server/programme/team-formation/other-team.ts'
import { makeCaptain } from '#server/programme/team-formation/settle-member.ts'
import { accountOf, setMembership, stopLooking } from '#server/programme/team-formation/store.ts'
import { audited } from '#server/review/judging/edit-judging.ts'
import type { Services } from '#server/services.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { quoted } from '#shared/platform/text/quoted.ts'
import { idsOf, type LockedTeam, lockOne, lockTeams, ownersFormation, type Place, tellPeople } from './owners-stage.ts'

interface OfMember {
  teamId: number
  testId: number
  reason: string
}

const because = (reason: string) => `Причина: ${reason.trim()}`

/** Adds a person in a free place, or in that of a member who has left the portal after the close. */
export async function takePlace(tx: Tx, { team, members }: LockedTeam, accountId: number, max: number, now: Date) {
  if (members.length >= max) throw new Refusal('team_full')
  await takeKeptPlace(tx, team, { members: members.length, max })
  await setMembership(tx, { team, accountId }, { state: 'active' }, now)
  await stopLooking(tx, { accountId, stageId: team.stage_id }, now)
}

/** Adds a person of the competition to a team, also after the close and from another team. */
export async function bringIn(services: Services, actorId: number, place: Place, { teamId, testId, reason }: OfMember) {
  const { stage, rules } = await ownersFormation(services, place)
  const now = services.clock()
  await refusingTwoTeams(() =>
    services.db.transaction().execute(async (tx) => {
      const called = await tx
        .selectFrom('accounts as a')
        .innerJoin('participations as p', 'p.account_id', 'a.id')
        .leftJoin('formed_team_members as m', (join) =>
          join.onRef('m.account_id', '=', 'a.id').on('m.stage_id', '=', stage.id).on('m.state', '=', 'active'),
        )
        .select(['a.id', 'm.team_id'])
        .where('a.test_id', '=', testId)
        .where('p.competition_code', '=', place.competition)
        .where('p.disqualified_at', 'is', null)
        .where('p.withdrawn_at', 'is', null)
        .executeTakeFirst()
      if (!called) throw new Refusal('user_not_found')
      const [into, from] = await lockTeams(tx, stage, [teamId, ...(called.team_id === null ? [] : [called.team_id])])
      if (!into) throw new Refusal('formed_team_not_found')
      if (called.team_id === teamId) return
      if (from) {
        if (!from.members.some(({ account_id }) => account_id === called.id)) throw new Refusal('team_candidate_busy')
        await leave(services, tx, from, called.id, now)
      }
      await takePlace(tx, into, called.id, rules.max, now)
      await tellPeople(
        tx,
        services,
        { stage, teamId, people: [called.id] },
        { title: 'Вы в команде', text: `Организатор ввёл вас в команду ${quoted(into.team.name)}. ${because(reason)}` },
      )
      await tellPeople(
        tx,
        services,
        { stage, teamId, people: idsOf(into) },
        {
          title: 'В команде новый участник',
          text: `Организатор дополнил команду ${quoted(into.team.name)}. ${because(reason)}`,
        },
      )
      await audited(tx, actorId, place, 'team_member_added', [
        { field: 'team', title: `Команда ${teamId}: участник № ${testId}` },
      ])
    }),
  )
}

export async function nameCaptain(services: Services, actorId: number, place: Place, of: OfMember): Promise<void> {
  const { stage } = await ownersFormation(services, place)
  await services.db.transaction().execute(async (tx) => {
    const locked = await lockOne(tx, stage, of.teamId)
    const next = await accountOf(tx, of.testId)
    if (next === null || !idsOf(locked).includes(next)) throw new Refusal('team_member_not_found')
    if (next === locked.captain) return
    await makeCaptain(tx, of.teamId, next)
    await tellPeople(
      tx,
      services,
      { stage, teamId: of.teamId, people: idsOf(locked) },
      {
        title: 'В команде другой капитан',
        text: `Организатор назначил в команде ${quoted(locked.team.name)} другого капитана. ${because(of.reason)}`,
      },
    )
    await audited(tx, actorId, place, 'team_captain_named', [
      { field: 'team', title: `Команда ${of.teamId}: капитан № ${of.testId}` },
    ])
  })
}

export async function takeOut(services: Services, actorId: number, place: Place, of: OfMember): Promise<void> {
  const { stage } = await ownersFormation(services, place)
  const now = services.clock()
  await services.db.transaction().execute(async (tx) => {
    const locked = await lockOne(tx, stage, of.teamId)
    const target = await accountOf(tx, of.testId)
    if (target === null || !idsOf(locked).includes(target)) throw new Refusal('team_member_not_found')
    if (locked.members.length === 1) throw new Refusal('team_last_member')
    await leave(services, tx, locked, target, now)
    await tellPeople(
      tx,
      services,
      { stage, teamId: null, people: [target] },
      {
        title: 'Вы больше не в команде',
        text: `Организатор вывел вас из команды ${quoted(locked.team.name)}. ${because(of.reason)}`,
      },
    )
    await audited(tx, actorId, place, 'team_member_removed', [
      { field: 'team', title: `Команда ${of.teamId}: участник № ${of.testId}` },
    ])
  })
}
