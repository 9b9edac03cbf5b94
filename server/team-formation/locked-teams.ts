import { sql } from 'kysely'
import type { Db, Tx } from '#server/db.ts'
import type { Services } from '#server/services.ts'
import { type PersonStages, personStagesOfMany } from '#server/stages/person-stages.ts'
import type { Season } from '#server/stages/season.ts'
import { effectiveWindow } from '#shared/stages/window.ts'
import { isComplete } from '#shared/team-formation/completeness.ts'
import { teamRules } from '#shared/team-formation/team-rules.ts'
import { ownTeam } from './own-team.ts'

const batch = 100
const minuteMs = 60_000
/** A member may still pass what the stage asks of him. Looked at less and less often, as that becomes less likely. */
const again = { min: 10 * minuteMs, max: 6 * 60 * minuteMs, part: 10 }

/**
 * Teams lock by the clock, and what their people lack is worked out by the program. Looks at the teams whose stage has closed
 * and at those that have changed since, keeps which are complete, and writes how far their people have come. Gives how many
 * teams it has looked at.
 */
export async function lookAtLockedTeams(services: Services): Promise<number> {
  let seen = 0
  for (;;) {
    const now = services.clock()
    const codes = await competitionsToLookAt(services.db, now)
    let looked = 0
    for (const code of codes) {
      const season = await services.seasons.of(services.db, code)
      if (season) looked += await services.db.transaction().execute((tx) => lookAtBatch(tx, season, now))
    }
    seen += looked
    if (looked === 0) return seen
  }
}

/** The condition on a team `t` of the stage `s` with what is kept of it, `l`. */
const isToLookAt = (now: Date) => sql`t.dissolved_at is null and t.taken > 0
  and (case when l.team_id is null then s.closes_at <= ${now}::timestamptz else l.look_at <= ${now}::timestamptz end)`

async function competitionsToLookAt(db: Db, now: Date): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`
    select distinct t.competition_code as code
    from formed_teams t join stages s on s.id = t.stage_id left join locked_teams l on l.team_id = t.id
    where ${isToLookAt(now)} order by 1`.execute(db)
  return rows.map(({ code }) => code)
}

/** Under the locks of the teams: whoever changes one waits, and is looked at after that. */
async function lookAtBatch(tx: Tx, season: Season, now: Date): Promise<number> {
  const { rows: teams } = await sql<{ id: number; stage_id: number }>`
    select t.id, t.stage_id
    from formed_teams t join stages s on s.id = t.stage_id left join locked_teams l on l.team_id = t.id
    where t.competition_code = ${season.code} and ${isToLookAt(now)}
    order by t.id limit ${batch}
    for update of t skip locked`.execute(tx)
  if (teams.length === 0) return 0
  const members = await tx
    .selectFrom('formed_team_members')
    .select(['team_id', 'account_id'])
    .where(
      'team_id',
      'in',
      teams.map(({ id }) => id),
    )
    .where('state', '=', 'active')
    .orderBy('account_id')
    .execute()
  const people = await personStagesOfMany(
    tx,
    season,
    members.map(({ account_id }) => account_id),
    now,
  )
  // The season has changed in this moment; the next run has it.
  if (!people) return 0
  const inTeams = Map.groupBy(members, ({ team_id }) => team_id)
  const seen = teams.map(({ id, stage_id }) => {
    const mates = (inTeams.get(id) ?? []).flatMap(({ account_id }) => people.get(account_id) ?? [])
    return { id, ...whatIsSeen(mates, stage_id, now) }
  })
  await sql`
    insert into locked_teams as l (team_id, complete_at, look_at)
    select * from unnest(${seen.map(({ id }) => id)}::int[], ${seen.map(({ completeAt }) => completeAt)}::timestamptz[],
      ${seen.map(({ lookAt }) => lookAt)}::timestamptz[])
    on conflict (team_id) do update set complete_at = excluded.complete_at, look_at = excluded.look_at`.execute(tx)
  await sql`select write_team_facts(each.id, null) from unnest(${seen.map(({ id }) => id)}::int[]) as each(id)`.execute(
    tx,
  )
  return teams.length
}

/** When the team was locked with all that its stage asks, and when to look again. */
export function whatIsSeen(
  mates: readonly PersonStages[],
  stageId: number,
  now: Date,
): { completeAt: Date | null; lookAt: Date } {
  const stages = mates.flatMap(({ stages }) => stages.find(({ row }) => row.id === stageId) ?? [])
  const ends = stages.map(
    ({ row, facts }) => effectiveWindow(row, facts).closesAt?.getTime() ?? Number.POSITIVE_INFINITY,
  )
  const lockedAt = Math.max(...ends)
  const later = (ms: number) => new Date(now.getTime() + ms)
  if (!(lockedAt <= now.getTime())) {
    const next = Math.min(...ends.filter((end) => end > now.getTime()))
    return { completeAt: null, lookAt: next < later(again.max).getTime() ? new Date(next) : later(again.max) }
  }
  const [first] = stages
  const own = first && ownTeam(first)
  const complete = own ? isComplete(teamRules(first.row.settings), own) : false
  const pause = Math.min(again.max, Math.max(again.min, (now.getTime() - lockedAt) / again.part))
  return { completeAt: complete ? new Date(lockedAt) : null, lookAt: later(pause) }
}
