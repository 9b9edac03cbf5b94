import type { Tx } from '#server/db.ts'
import { dissolve } from '#server/programme/team-formation/leave-team.ts'
import { namedTeam, refusingTakenName } from '#server/programme/team-formation/name-team.ts'
import { setMembership } from '#server/programme/team-formation/store.ts'
import { audited } from '#server/review/judging/edit-judging.ts'
import type { Services } from '#server/services.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { quoted } from '#shared/platform/text/quoted.ts'
import { idsOf, lockOne, lockTeams, ownersFormation, type Place, refuseIfWorked, tellPeople } from './owners-stage.ts'

interface OfTeam {
  teamId: number
  reason: string
}

const because = (reason: string) => `Причина: ${reason.trim()}`

/** Moves all members of one team to another, which keeps its captain. */
export async function mergeTeams(
  services: Services,
  actorId: number,
  place: Place,
  { teamId, into, reason }: OfTeam & { into: number },
) {
  const { stage, rules } = await ownersFormation(services, place)
  if (teamId === into) throw new Refusal('team_same')
  const now = services.clock()
  await services.db.transaction().execute(async (tx) => {
    const [one, other] = await lockTeams(tx, stage, [teamId, into])
    if (!one || !other) throw new Refusal('formed_team_not_found')
    await refuseIfWorked(tx, [teamId])
    const places = rules.max - other.members.length - other.team.gone_after_close
    if (one.members.length > places) throw new Refusal('team_full')
    await moveAll(tx, idsOf(one), one.team, other.team, now)
    await dissolve(tx, teamId, now)
    await tellPeople(
      tx,
      services,
      { stage, teamId: into, people: [...idsOf(one), ...idsOf(other)] },
      {
        title: 'Команды объединены',
        text: `Организатор объединил команды ${quoted(one.team.name)} и ${quoted(other.team.name)}: теперь это ${quoted(other.team.name)}. ${because(reason)}`,
      },
    )
    await audited(tx, actorId, place, 'teams_merged', [{ field: 'team', title: `Команда ${teamId} вошла в ${into}` }])
  })
}

type TeamRef = { id: number; stage_id: number }

/** They leave first, because nobody may be in two teams of a stage. */
async function moveAll(tx: Tx, people: readonly number[], from: TeamRef, to: TeamRef, now: Date, captain?: number) {
  for (const accountId of people) {
    await setMembership(tx, { team: from, accountId }, { state: 'left' }, now)
    const role = accountId === captain ? ('captain' as const) : ('member' as const)
    await setMembership(tx, { team: to, accountId }, { state: 'active', role }, now)
  }
}

/** Makes a new team of some members, led by the first named one. */
export async function splitTeam(
  services: Services,
  actorId: number,
  place: Place,
  { teamId, team_name, members, reason }: OfTeam & { team_name: string; members: readonly number[] },
): Promise<number> {
  const { stage } = await ownersFormation(services, place)
  const now = services.clock()
  const named = namedTeam(team_name)
  return refusingTakenName(() =>
    services.db.transaction().execute(async (tx) => {
      const locked = await lockOne(tx, stage, teamId)
      await refuseIfWorked(tx, [teamId])
      const accounts = await tx
        .selectFrom('accounts')
        .select(['id', 'test_id'])
        .where('test_id', 'in', [...members])
        .execute()
      const byNumber = new Map(accounts.map(({ id, test_id }) => [test_id, id]))
      const going = members.flatMap((number) => byNumber.get(number) ?? [])
      const inside = idsOf(locked)
      if (going.length !== members.length || going.some((id) => !inside.includes(id)))
        throw new Refusal('team_member_not_found')
      const staying = inside.filter((id) => !going.includes(id))
      const [heir] = staying
      if (heir === undefined) throw new Refusal('team_last_member')
      const made = await tx
        .insertInto('formed_teams')
        .values({ stage_id: stage.id, competition_code: place.competition, ...named, created_at: now })
        .returning(['id', 'stage_id'])
        .executeTakeFirstOrThrow()
      await moveAll(tx, going, locked.team, made, now, going[0])
      if (locked.captain !== null && going.includes(locked.captain))
        await setMembership(tx, { team: locked.team, accountId: heir }, { state: 'active', role: 'captain' }, now)
      const text = `Организатор разделил команду ${quoted(locked.team.name)}: часть участников теперь в команде ${quoted(named.name)}. ${because(reason)}`
      const title = 'Команда разделена'
      await tellPeople(tx, services, { stage, teamId: made.id, people: going }, { title, text })
      await tellPeople(tx, services, { stage, teamId, people: staying }, { title, text })
      await audited(tx, actorId, place, 'team_split', [
        { field: 'team', title: `От команды ${teamId} отделена ${made.id}` },
      ])
      return made.id
    }),
  )
}

export async function dissolveTeam(services: Services, actorId: number, place: Place, { teamId, reason }: OfTeam) {
  const { stage } = await ownersFormation(services, place)
  const now = services.clock()
  await services.db.transaction().execute(async (tx) => {
    const locked = await lockOne(tx, stage, teamId)
    await refuseIfWorked(tx, [teamId])
    for (const accountId of idsOf(locked))
      await setMembership(tx, { team: locked.team, accountId }, { state: 'left' }, now)
    await dissolve(tx, teamId, now)
    await tellPeople(
      tx,
      services,
      { stage, teamId: null, people: idsOf(locked) },
      {
        title: 'Команда распущена',
        text: `Организатор распустил команду ${quoted(locked.team.name)}. ${because(reason)}`,
      },
    )
    await audited(tx, actorId, place, 'team_dissolved', [{ field: 'team', title: `Команда ${teamId}` }])
  })
}
