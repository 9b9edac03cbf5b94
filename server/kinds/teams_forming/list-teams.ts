import { sql } from 'kysely'
import { containing } from '#server/platform/db/containing.ts'
import { memberLacks, sharedEmployer } from '#server/programme/team-formation/own-team.ts'
import type { Services } from '#server/services.ts'
import { readOrdered } from '#server/stages/readings.ts'
import type { Page } from '#shared/platform/api/page.ts'
import { formatWire } from '#shared/platform/time/moscow.ts'
import { isComplete } from '#shared/programme/team-formation/completeness.ts'
import { teamState } from '#shared/programme/team-formation/stage-state.ts'
import { teamNameKey } from '#shared/programme/team-formation/team-name.ts'
import { freeAgents } from './free-agents.ts'
import { isClosed, mayStillChange, ownersFormation, type Place } from './owners-stage.ts'

export interface TeamFilter {
  only?: 'unchecked' | 'under_check' | 'admitted' | 'rejected' | 'short' | undefined
  search?: string | undefined
}

interface Row {
  id: number
  name: string
  captain: string | null
  taken: number
  ready: number
  unfit: number
  regions: number
  gone: number
  duties: string[]
  shared: number
  letter: boolean
  verdict: 'under_check' | 'admitted' | 'rejected' | null
  verdict_reason: string
  returned_until: Date | null
}

interface Counts {
  all: number
  unchecked: number
  under_check: number
  admitted: number
  rejected: number
  short: number
  free: number
}

/** A page of the stage's teams for its organiser, in two queries. What members lack is found for this page only. */
export async function listTeams(services: Services, place: Place, { only, search = '', ...page }: Page & TeamFilter) {
  const { stage, rules } = await ownersFormation(services, place)
  const now = services.clock()
  const key = teamNameKey(search)
  const number = /^(?:№\s*)?(\d{1,9})$/.exec(search.trim())?.[1] ?? '0'
  const verdict = rules.automatic
    ? sql`case when t.verdict is null and exists (
        select from locked_teams l where l.team_id = t.id and l.complete_at is not null) then 'admitted' else t.verdict end`
    : sql`t.verdict`
  const wanted = {
    unchecked: sql`${verdict} is null`,
    under_check: sql`${verdict} = 'under_check'`,
    admitted: sql`${verdict} = 'admitted'`,
    rejected: sql`${verdict} = 'rejected'`,
    short: sql`people.taken + t.gone_after_close < ${rules.min}`,
    all: sql`true`,
  }
  const { rows, count, as_of } = await readOrdered(
    services,
    {
      competition: place.competition,
      name: ['teams', stage.id, search, only],
      ids: sql`
        select t.id from formed_teams t
        join (
          select team_id, count(*)::int as taken from formed_team_members
          where stage_id = ${stage.id} and state = 'active' group by team_id
        ) as people on people.team_id = t.id
        where t.stage_id = ${stage.id} and t.dissolved_at is null and ${wanted[only ?? 'all']}
          and (t.name ilike ${containing(search)} or t.id = ${Number(number)}
            or (${key} <> '' and strpos(t.name_key, ${key}) > 0))
        order by t.verdict is not null and t.verdict <> 'under_check', t.name, t.id`,
    },
    page,
    (ids) => sql<Row>`
    select t.id, t.name, t.verdict, t.verdict_reason, t.returned_until, t.gone_after_close as gone,
      t.letter_file is not null as letter, people.*,
      (select ${sharedEmployer(sql`t.id`)} from stages s where s.id = ${stage.id}) as shared
    from formed_teams t cross join lateral (
      select count(*)::int as taken, (array_agg(concat_ws(' ', a.last_name, a.first_name)
          order by m.role = 'captain' desc, m.since, m.account_id))[1] as captain,
        (count(*) filter (where not exists (${memberLacks(sql`m.account_id`, now)})))::int as ready,
        (count(*) filter (where m.verdict = 'unfit'))::int as unfit, count(distinct p.region)::int as regions,
        coalesce(array_agg(distinct m.duty) filter (where m.duty <> ''), '{}') as duties
      from formed_team_members m
      join stages s on s.id = m.stage_id
      join accounts a on a.id = m.account_id
      left join participations p on p.account_id = m.account_id and p.competition_code = s.competition_code
      where m.team_id = t.id and m.state = 'active'
    ) as people
    where t.id = any(${ids}::int[])`,
  )
  const { as_of: countedAt, ...counts } = await services.readings.figures({
    competition: place.competition,
    name: `teams ${stage.id} ${rules.min} ${rules.automatic}`,
    read: async (db) => {
      const { rows: all } = await sql<Counts>`
        select count(*)::int as all, (count(*) filter (where verdict is null))::int as unchecked,
          (count(*) filter (where verdict = 'under_check'))::int as under_check,
          (count(*) filter (where verdict = 'admitted'))::int as admitted,
          (count(*) filter (where verdict = 'rejected'))::int as rejected,
          (count(*) filter (where taken + gone_after_close < ${rules.min}))::int as short,
          (select count(*)::int from (${freeAgents(stage)}) as free) as free
        from (
          select ${verdict} as verdict, t.gone_after_close, count(*)::int as taken
          from formed_teams t join formed_team_members m on m.team_id = t.id and m.state = 'active'
          where t.stage_id = ${stage.id} and t.dissolved_at is null group by t.id
        ) as teams`.execute(db)
      return all[0] ?? { all: 0, unchecked: 0, under_check: 0, admitted: 0, rejected: 0, short: 0, free: 0 }
    },
  })
  const closed = isClosed(stage, now)
  return {
    as_of: as_of ?? countedAt,
    ...counts,
    closes_at: stage.closesAt && formatWire(stage.closesAt),
    closed,
    count,
    size: { min: rules.min, max: rules.max },
    teams: rows.map(({ captain, taken, verdict, ...row }) => ({
      team_id: row.id,
      name: row.name,
      captain: captain ?? '',
      members: taken,
      ready: row.ready,
      unfit: row.unfit,
      verdict_reason: row.verdict_reason,
      state: teamState({
        verdict,
        complete: isComplete(rules, { ...row, members: taken }),
        open: mayStillChange(stage, row, now),
        automatic: rules.automatic,
      }),
    })),
  }
}
