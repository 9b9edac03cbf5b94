import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Tx } from '#server/db.ts'
import { isUniqueViolation } from '#server/platform/db/unique-violation.ts'
import { oneTeamIndex } from '#server/programme/team-formation/other-team.ts'
import { setMembership, stopLooking } from '#server/programme/team-formation/store.ts'
import { audited } from '#server/review/judging/edit-judging.ts'
import type { Services } from '#server/services.ts'
import type { SeasonStage } from '#server/stages/season.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { fullName } from '#shared/platform/names/full-name.ts'
import { quoted } from '#shared/platform/text/quoted.ts'
import { assemble } from '#shared/programme/team-formation/assemble.ts'
import { teamNameKey } from '#shared/programme/team-formation/team-name.ts'
import type { TeamRules } from '#shared/programme/team-formation/team-rules.ts'
import { freeAgents } from './free-agents.ts'
import { idsOf, isClosed, lockTeams, ownersFormation, type Place, tellPeople } from './owners-stage.ts'

interface Planned {
  team_id: number | null
  name: string
  before: number
  people: number[]
}

/** The plan, which depends only on the people who are free now: the same people give the same plan. */
async function planOf(db: Db | Tx, stage: SeasonStage, rules: TeamRules) {
  const free = await sql<{ account_id: number; region: string }>`
    select * from (${freeAgents(stage)}) as free order by account_id`.execute(db)
  const teams = await sql<{ team_id: number; name: string; members: number }>`
    select t.id as team_id, t.name, (count(*) + t.gone_after_close)::int as members
    from formed_teams t join formed_team_members m on m.team_id = t.id and m.state = 'active'
    where t.stage_id = ${stage.id} and t.dissolved_at is null and t.verdict is null and t.takes_requests
    group by t.id having count(*) + t.gone_after_close < ${rules.max} order by t.id`.execute(db)
  const { joins, made, left } = assemble(free.rows, teams.rows, rules)
  const byId = new Map(teams.rows.map((team) => [team.team_id, team]))
  const names = await freeNames(db, stage.competitionCode, made.length)
  const planned: Planned[] = [
    ...joins.map(({ team_id, people }) => ({
      team_id,
      name: byId.get(team_id)?.name ?? '',
      before: byId.get(team_id)?.members ?? 0,
      people,
    })),
    ...made.map((people, at) => ({ team_id: null, name: names[at] ?? '', before: 0, people })),
  ]
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([planned, left]))
    .digest('base64url')
  return { planned, left, fingerprint, free: free.rows.length }
}

/** Names «Сборная команда 1» and so on that the competition does not have yet. */
async function freeNames(db: Db | Tx, competition: string, count: number): Promise<string[]> {
  const begin = teamNameKey('Сборная команда ')
  const taken = await db
    .selectFrom('formed_teams')
    .select('name_key')
    .where('competition_code', '=', competition)
    .where('dissolved_at', 'is', null)
    .where('name_key', 'like', `${begin}%`)
    .execute()
  const keys = new Set(taken.map(({ name_key }) => name_key))
  const names: string[] = []
  for (let number = 1; names.length < count; number += 1) {
    const name = `Сборная команда ${number}`
    if (!keys.has(teamNameKey(name))) names.push(name)
  }
  return names
}

export async function previewAssembly(services: Services, place: Place) {
  const { stage, rules } = await ownersFormation(services, place)
  if (!isClosed(stage, services.clock())) throw new Refusal('team_assembly_early')
  const { planned, left, fingerprint, free } = await planOf(services.db, stage, rules)
  const ids = [...planned.flatMap(({ people }) => people), ...left]
  const { rows } = await sql<{ id: number; test_id: number; last_name: string; first_name: string; region: string }>`
    select a.id, a.test_id, a.last_name, a.first_name, coalesce(d.value, '') as region from accounts a
    left join participations p on p.account_id = a.id and p.competition_code = ${place.competition}
    left join dictionary_items d on d.id = p.region and d.dict = 'regions' and d.competition_code is null
    where a.id = any(${ids}::int[])`.execute(services.db)
  const people = new Map(rows.map((row) => [row.id, row]))
  const named = (id: number) => {
    const person = people.get(id)
    return person ? [{ test_id: person.test_id, name: fullName(person), region: person.region }] : []
  }
  return {
    people: free,
    fingerprint,
    teams: planned.map(({ people: joins, ...team }) => ({ ...team, joins: joins.flatMap(named) })),
    left: left.flatMap(named).map(({ test_id, name }) => ({ test_id, name })),
  }
}

/** Carries out exactly the plan that was shown; after a change that would give another plan, refuses. */
export async function assembleTeams(services: Services, actorId: number, place: Place, shown: string) {
  const { stage, rules } = await ownersFormation(services, place)
  const now = services.clock()
  if (!isClosed(stage, now)) throw new Refusal('team_assembly_early')
  try {
    return await services.db.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(hashtext('teams assembly'), ${stage.id})`.execute(tx)
      const { planned, fingerprint } = await planOf(tx, stage, rules)
      if (fingerprint !== shown) throw new Refusal('team_assembly_changed')
      if (planned.length === 0) throw new Refusal('nobody_to_assemble')
      const locked = await lockTeams(
        tx,
        stage,
        planned.flatMap(({ team_id }) => team_id ?? []),
      )
      const sizes = new Map(locked.map((each) => [each.team.id, idsOf(each).length + each.team.gone_after_close]))
      const decided = new Set(locked.flatMap(({ team }) => (team.verdict ? [team.id] : [])))
      for (const { team_id, before, name, people } of planned) {
        if (team_id !== null && (sizes.get(team_id) !== before || decided.has(team_id)))
          throw new Refusal('team_assembly_changed')
        const id = team_id ?? (await newTeam(tx, stage, name, now))
        const team = { id, stage_id: stage.id }
        for (const [at, accountId] of people.entries()) {
          const role = team_id === null && at === 0 ? ('captain' as const) : ('member' as const)
          await setMembership(tx, { team, accountId }, { state: 'active', role }, now)
          await stopLooking(tx, { accountId, stageId: stage.id }, now)
        }
        await tellPeople(
          tx,
          services,
          { stage, teamId: id, people },
          {
            title: 'У вас есть команда',
            text: `Вы искали команду на этапе ${quoted(stage.title)}: теперь вы в команде ${quoted(name)}.`,
          },
        )
      }
      const placed = planned.reduce((sum, { people }) => sum + people.length, 0)
      await audited(tx, actorId, place, 'teams_assembled', [
        { field: 'teams', title: `Человек: ${placed}, команд: ${planned.length}` },
      ])
      return { placed, teams: planned.length }
    })
  } catch (error) {
    // Meanwhile a person has joined a team, or a name was taken.
    const changed = [oneTeamIndex, 'formed_teams_name'].some((index) => isUniqueViolation(error, index))
    if (changed) throw new Refusal('team_assembly_changed')
    throw error
  }
}

async function newTeam(tx: Tx, stage: SeasonStage, name: string, now: Date): Promise<number> {
  const { id } = await tx
    .insertInto('formed_teams')
    .values({
      ...{ stage_id: stage.id, competition_code: stage.competitionCode, name, name_key: teamNameKey(name) },
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
