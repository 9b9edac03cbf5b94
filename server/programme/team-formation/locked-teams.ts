import { sql } from 'kysely'
import type { Db, Tx } from '#server/db.ts'
import type { Services } from '#server/services.ts'
import { type PersonStages, personStagesOfMany } from '#server/stages/person-stages.ts'
import type { Season } from '#server/stages/season.ts'
import { isComplete } from '#shared/programme/team-formation/completeness.ts'
import { teamRules } from '#shared/programme/team-formation/team-rules.ts'
import { effectiveWindow } from '#shared/stages/window.ts'
import { ownTeam } from './own-team.ts'

const batch = 100
/** The most teams in a run, so that it does not keep a worker for long; the rest waits for the next run. */
export const teamsOfOneRun = 2_000
const minuteMs = 60_000
/** After this time a team that was taken and not looked at because of a fault is taken again. */
const takenFor = minuteMs
/** A member may still complete what the stage requires. The checks become rarer, as this becomes less likely. */
const again = { min: 10 * minuteMs, max: 6 * 60 * minuteMs, part: 10 }
/** Spreads the checks of teams that were locked at the same time, by their ids. */
const spread = 64
const never = 'infinity'

/**
 * Looks at teams whose stage has closed, and at those that have changed since: stores which of them are complete, and
 * writes the facts of their members. A job does this, because teams lock by time and completeness is worked out in
 * code, not by the database. Returns how many teams it has looked at.
 */
export async function lookAtLockedTeams(services: Services, max = teamsOfOneRun): Promise<number> {
  let seen = 0
  await noteClosed(services.db, services.clock())
  await noteWoken(services.db)
  for (;;) {
    const now = services.clock()
    const codes = await competitionsToLookAt(services.db, now)
    let looked = 0
    for (const code of codes) {
      if (seen + looked >= max) break
      const season = await services.seasons.of(services.db, code)
      if (season) looked += await lookAtBatch(services.db, season, now, Math.min(batch, max - seen - looked))
    }
    seen += looked
    if (looked === 0 || seen >= max) return seen
  }
}

/**
 * Notes teams whose stage begins to close, by the earliest end of any track or region. Committed before the teams are
 * read, so that every change in the meantime finds the row.
 */
async function noteClosed(db: Db, now: Date): Promise<void> {
  await sql`
    insert into locked_teams (team_id, look_at)
    select t.id, '-infinity'
    from stages s join formed_teams t on t.stage_id = s.id
    where s.type = 'teams_forming' and t.dissolved_at is null and t.taken > 0
      and least(s.closes_at, (
        select min(nullif(dates ->> 'closes_at', '')::timestamptz) from jsonb_each(s.track_windows) as track (code, dates)
      )) <= ${now}::timestamptz + case s.clock when 'participant' then interval '1 day' else interval '0' end
      and not exists (select from locked_teams l where l.team_id = t.id)
    order by t.id limit ${teamsOfOneRun}
    on conflict (team_id) do nothing`.execute(db)
}

/** Marks teams whose members have done something. A note written meanwhile is found by the next run. */
async function noteWoken(db: Db): Promise<void> {
  await sql`
    with woken as (
      delete from woken_teams returning team_id
    ), due as (
      select l.team_id from locked_teams l where l.team_id in (select team_id from woken)
      order by l.team_id for update
    )
    update locked_teams l set look_at = '-infinity' from due where l.team_id = due.team_id`.execute(db)
}

async function competitionsToLookAt(db: Db, now: Date): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`
    select distinct t.competition_code as code
    from locked_teams l join formed_teams t on t.id = l.team_id
    where l.look_at <= ${now}::timestamptz order by 1`.execute(db)
  return rows.map(({ code }) => code)
}

/** Postpones the next look before the teams are read. A change in the meantime resets it, and the reset is kept. */
async function takeBatch(db: Db, code: string, now: Date, { until, count }: { until: Date; count: number }) {
  const { rows } = await sql<{ team_id: number }>`
    update locked_teams set look_at = ${until}
    where team_id in (
      select l.team_id from locked_teams l join formed_teams t on t.id = l.team_id
      where t.competition_code = ${code} and l.look_at <= ${now}::timestamptz
      order by l.look_at, l.team_id limit ${count}
      for update skip locked)
    returning team_id`.execute(db)
  return rows.map(({ team_id }) => team_id)
}

async function lookAtBatch(db: Db, season: Season, now: Date, count: number): Promise<number> {
  const until = new Date(now.getTime() + takenFor)
  const taken = await takeBatch(db, season.code, now, { until, count })
  if (taken.length > 0) await db.transaction().execute((tx) => lookAtTaken(tx, season, { taken, until }, now))
  return taken.length
}

/** Runs under the locks of the teams: a change of a team waits, and is looked at afterwards. */
async function lookAtTaken(
  tx: Tx,
  season: Season,
  { taken, until }: { taken: readonly number[]; until: Date },
  now: Date,
): Promise<void> {
  const { rows: teams } = await sql<Locked>`
    select t.id, t.stage_id, t.verdict in ('admitted', 'rejected') is true as decided,
      t.dissolved_at is not null or (c.ends_at <= ${now}::timestamptz) is true as over
    from formed_teams t join competitions c on c.code = t.competition_code
    where t.id = any(${taken}::int[])
    order by t.id
    for update of t skip locked`.execute(tx)
  if (teams.length === 0) return
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
  // The season has just changed; the next run reads the new one.
  if (!people) return
  const inTeams = Map.groupBy(members, ({ team_id }) => team_id)
  const seen = teams.map((team) => {
    const mates = (inTeams.get(team.id) ?? []).flatMap(({ account_id }) => people.get(account_id) ?? [])
    return { id: team.id, ...whatIsSeen(mates, team, now) }
  })
  await sql`
    update locked_teams l set locked_at = seen.locked_at, complete_at = seen.complete_at, look_at = seen.look_at
    from unnest(${seen.map(({ id }) => id)}::int[], ${seen.map(({ lockedAt }) => lockedAt)}::timestamptz[],
      ${seen.map(({ completeAt }) => completeAt)}::timestamptz[],
      ${seen.map(({ lookAt }) => lookAt)}::timestamptz[]) as seen (team_id, locked_at, complete_at, look_at)
    where l.team_id = seen.team_id and l.look_at = ${until}`.execute(tx)
  await sql`select write_team_facts(each.id, null) from unnest(${seen.map(({ id }) => id)}::int[]) as each(id)`.execute(
    tx,
  )
}

interface Locked {
  id: number
  stage_id: number
  /** The check has given its verdict, so completeness no longer matters. */
  decided: boolean
  /** The team is dissolved, or its season is over. */
  over: boolean
}

interface Seen {
  /** Null: a member may still change the team. */
  lockedAt: Date | null
  completeAt: Date | null
  lookAt: Date | typeof never
}

/** When the team was locked, whether it was complete then, and when to look again. */
function whatIsSeen(mates: readonly PersonStages[], { id, stage_id, decided, over }: Locked, now: Date): Seen {
  const stages = mates.flatMap(({ stages }) => stages.find(({ row }) => row.id === stage_id) ?? [])
  const [first] = stages
  // A person who joins triggers the next look.
  if (!first) return { lockedAt: null, completeAt: null, lookAt: never }
  const ends = stages.map(
    ({ row, facts }) => effectiveWindow(row, facts).closesAt?.getTime() ?? Number.POSITIVE_INFINITY,
  )
  const last = Math.max(...ends)
  const later = (ms: number) => new Date(now.getTime() + ms)
  if (last > now.getTime()) {
    const next = Math.min(...ends.filter((end) => end > now.getTime()))
    const soon = next < later(again.max).getTime() ? new Date(next) : later(again.max)
    return { lockedAt: null, completeAt: null, lookAt: over && last === Number.POSITIVE_INFINITY ? never : soon }
  }
  const lockedAt = new Date(last)
  const own = ownTeam(first)
  const complete = own ? isComplete(teamRules(first.row.settings), own) : false
  const pause = Math.min(again.max, Math.max(again.min, (now.getTime() - last) / again.part))
  return {
    lockedAt,
    completeAt: complete ? lockedAt : null,
    lookAt: complete || decided || over ? never : later(pause * (1 + (id % spread) / spread)),
  }
}
