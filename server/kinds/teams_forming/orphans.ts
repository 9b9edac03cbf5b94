import { sql } from 'kysely'
import { addJob } from '#server/platform/jobs/jobs.ts'
import type { Task } from '#server/platform/jobs/task.ts'
import { lookAtLockedTeams, teamsOfOneRun } from '#server/programme/team-formation/locked-teams.ts'
import { makeCaptain } from '#server/programme/team-formation/settle-member.ts'
import { lockTeam } from '#server/programme/team-formation/store.ts'
import type { Services } from '#server/services.ts'
import { quoted } from '#shared/platform/text/quoted.ts'
import { orphanDays } from '#shared/programme/teams_forming/limits.ts'
import { idsOf, tellPeople } from './owners-stage.ts'

const lookEvery = 3_600_000
const lookAtTeamsEvery = 60_000
/** The pause while there are more teams than one run takes. */
const lookAtTeamsSoon = 5_000

interface Orphan {
  team_id: number
  stage_id: number
  competition_code: string
  captain: number
  next: number
}

/**
 * Replaces captains who no longer take part and cannot answer for the team. After the days in which they may come back,
 * the oldest participating member becomes captain. Returns how many teams got another captain.
 */
export async function replaceLostCaptains(services: Services): Promise<number> {
  const now = services.clock()
  const { rows } = await sql<Orphan>`
    select t.id as team_id, t.stage_id, t.competition_code, led.account_id as captain, heir.account_id as next
    from formed_team_members led
    join formed_teams t on t.id = led.team_id and t.dissolved_at is null
    join stages s on s.id = t.stage_id
    join participations p on p.account_id = led.account_id and p.competition_code = t.competition_code
    cross join lateral (
      select m.account_id from formed_team_members m
      join participations own on own.account_id = m.account_id and own.competition_code = t.competition_code
        and own.disqualified_at is null and own.withdrawn_at is null
      where m.team_id = t.id and m.state = 'active' and m.account_id <> led.account_id
      order by m.since, m.account_id limit 1
    ) as heir
    where led.role = 'captain' and least(p.disqualified_at, p.withdrawn_at)
      <= ${now}::timestamptz - make_interval(days => coalesce((s.settings ->> 'orphan_days')::int, ${orphanDays.usual}))
    order by t.id`.execute(services.db)
  let replaced = 0
  for (const orphan of rows) if (await replaceOne(services, orphan)) replaced += 1
  return replaced
}

async function replaceOne(services: Services, { team_id, captain, next, ...of }: Orphan): Promise<boolean> {
  const season = await services.seasons.of(services.db, of.competition_code)
  const stage = season?.byId.get(of.stage_id)
  if (!stage) return false
  return services.db.transaction().execute(async (tx) => {
    const locked = await lockTeam(tx, team_id)
    // Meanwhile the role was handed over, or the new captain has left.
    if (locked.captain !== captain || !idsOf(locked).includes(next)) return false
    await makeCaptain(tx, team_id, next)
    const others = idsOf(locked).filter((id) => id !== next)
    const { name } = locked.team
    await tellPeople(
      tx,
      services,
      { stage, teamId: team_id, people: [next] },
      {
        title: 'Вы капитан команды',
        text: `Прежний капитан команды ${quoted(name)} больше не участвует в конкурсе. Теперь капитан — вы.`,
      },
    )
    await tellPeople(
      tx,
      services,
      { stage, teamId: team_id, people: others },
      {
        title: 'В команде другой капитан',
        text: `Капитан команды ${quoted(name)} больше не участвует в конкурсе: капитаном стал тот, кто в команде дольше всех.`,
      },
    )
    return true
  })
}

export const formationJobs = (services: Services): Record<string, Task> => ({
  replace_lost_captains: async () => {
    await schedule(services, lookEvery)
    await replaceLostCaptains(services)
  },
  look_at_locked_teams: async () => {
    let seen = 0
    // Queued after the work, so that runs never overlap.
    try {
      seen = await lookAtLockedTeams(services)
    } finally {
      await scheduleLooks(services, seen < teamsOfOneRun ? lookAtTeamsEvery : lookAtTeamsSoon)
    }
  },
})

/** Schedules the regular jobs; called at every start, by any number of processes. */
export async function scheduleFormation(services: Services): Promise<void> {
  await schedule(services, 0)
  await scheduleLooks(services, 0)
}

const scheduleLooks = ({ db, clock }: Services, pause: number): Promise<void> =>
  db
    .transaction()
    .execute((tx) =>
      addJob(
        tx,
        'look_at_locked_teams',
        {},
        { runAt: new Date(clock().getTime() + pause), jobKey: 'look_at_locked_teams' },
      ),
    )

const schedule = ({ db, clock }: Services, pause: number): Promise<void> =>
  db
    .transaction()
    .execute((tx) =>
      addJob(
        tx,
        'replace_lost_captains',
        {},
        { runAt: new Date(clock().getTime() + pause), jobKey: 'replace_lost_captains' },
      ),
    )
