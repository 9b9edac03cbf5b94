import { sql } from 'kysely'
import type { Db } from '#server/db.ts'
import { containing } from '#server/platform/db/containing.ts'
import type { Services } from '#server/services.ts'
import { readOrdered } from '#server/stages/readings.ts'
import type { SeasonStage } from '#server/stages/season.ts'
import { teamsAt } from '#server/stages/teams-at.ts'
import type { Page } from '#shared/platform/api/page.ts'
import { formatWire } from '#shared/platform/time/moscow.ts'
import { ownersSolution, type Place } from './owners-stage.ts'

interface Row {
  id: number
  name: string
  captain: string | null
  members: number
  task: string | null
  saved_at: Date | null
  handed_in_at: Date | null
  passed: boolean
  failed: boolean
  returned: boolean
  closes_at: Date | null
  closes_reason: string | null
}

/** The teams of the stage with their progress, those without a hand-in first. */
export async function listTeams(
  services: Services,
  place: Place,
  { only, search = '', ...page }: Page & { only?: 'without' | undefined; search?: string | undefined },
) {
  const { stage, settings } = await ownersSolution(services, place)
  const teams = teamsAt(stage)
  const { rows, count, as_of } = await readOrdered(
    services,
    {
      competition: place.competition,
      name: ['solutions', stage.id, search, only],
      ids: sql`
        select t.id from (${teams}) as t
        cross join lateral (
          select max(arrived_at) as arrived_at from hand_ins where stage_id = ${stage.id} and team_id = t.id
        ) as h
        left join stage_drafts d on d.stage_id = ${stage.id} and d.team_id = t.id
        where t.name ilike ${containing(search)} and (${only !== 'without'} or h.arrived_at is null)
        order by h.arrived_at is not null, d.saved_at nulls first, t.name, t.id`,
    },
    page,
    (ids) => sql<Row>`
    select t.id, t.name, d.saved_at, h.arrived_at as handed_in_at, people.*, x.task, x.closes_at, x.closes_reason
    from formed_teams t
    cross join lateral (
      select count(*)::int as members,
        (array_agg(concat_ws(' ', a.last_name, a.first_name) order by m.role = 'captain' desc, m.since))[1] as captain,
        coalesce(bool_or(f.passed_at is not null), false) as passed,
        coalesce(bool_or(f.failed_at is not null), false) as failed,
        coalesce(bool_or(f.returned_at is not null and f.submitted_at is null), false) as returned
      from formed_team_members m join accounts a on a.id = m.account_id
      left join stage_facts f on f.account_id = m.account_id and f.stage_id = ${stage.id}
      where m.team_id = t.id and m.state = 'active'
    ) as people
    left join team_solutions x on x.stage_id = ${stage.id} and x.team_id = t.id
    left join stage_drafts d on d.stage_id = ${stage.id} and d.team_id = t.id
    left join lateral (
      select max(arrived_at) as arrived_at from hand_ins where stage_id = ${stage.id} and team_id = t.id
    ) as h on true
    where t.id = any(${ids}::int[])`,
  )
  const { counted } = await services.readings.figures({
    competition: place.competition,
    name: `solutions ${stage.id}`,
    read: async (db) => ({ counted: await countTeams(db, stage) }),
  })
  const titles = new Map(settings.tasks.map(({ code, title }) => [code, title]))
  const taken = counted?.tasks ?? {}
  const withTask = Object.values(taken).reduce((sum, each) => sum + each, 0)
  return {
    as_of,
    tasks: settings.tasks.map(({ code, title }) => ({ code, title, teams: taken[code] ?? 0 })),
    undrawn: settings.tasks.length > 0 ? (counted?.all ?? 0) - withTask : 0,
    all: counted?.all ?? 0,
    begun: counted?.begun ?? 0,
    handed_in: counted?.handed_in ?? 0,
    count,
    teams: rows.map((row) => ({
      team_id: row.id,
      name: row.name,
      captain: row.captain ?? '',
      members: row.members,
      state: stateOf(row),
      task: row.task && (titles.get(row.task) ?? row.task),
      saved_at: row.saved_at && formatWire(row.saved_at),
      handed_in_at: row.handed_in_at && formatWire(row.handed_in_at),
      closes_at: row.closes_at && formatWire(row.closes_at),
      closes_reason: row.closes_reason ?? '',
    })),
  }
}

async function countTeams(db: Db, stage: SeasonStage) {
  const counts = await sql<{ all: number; begun: number; handed_in: number; tasks: Record<string, number> | null }>`
    with teams as (${teamsAt(stage)}), drawn as (
      select x.task, count(*)::int as count from teams t
      join team_solutions x on x.team_id = t.id and x.stage_id = ${stage.id} where x.task is not null group by x.task
    )
    select (select count(*)::int from teams) as all,
      (select count(*)::int from teams t join stage_drafts d on d.team_id = t.id and d.stage_id = ${stage.id}) as begun,
      (select count(*)::int from teams t join works w on w.team_id = t.id and w.stage_id = ${stage.id}) as handed_in,
      (select json_object_agg(task, count) from drawn) as tasks`.execute(db)
  return counts.rows[0]
}

function stateOf({ passed, failed, returned, handed_in_at, saved_at }: Row) {
  if (passed) return 'accepted' as const
  if (failed) return 'refused' as const
  if (returned) return 'returned' as const
  if (handed_in_at) return 'handed_in' as const
  return saved_at ? ('begun' as const) : ('none' as const)
}
