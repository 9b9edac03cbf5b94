import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#server/db.ts'
import { containing } from '#server/platform/db/containing.ts'
import type { Caller } from '#server/platform/http/handler.ts'
import type { Services } from '#server/services.ts'
import { countOf, readOrdered } from '#server/stages/readings.ts'
import type { Page } from '#shared/platform/api/page.ts'
import { fullName } from '#shared/platform/names/full-name.ts'
import { formatWire } from '#shared/platform/time/moscow.ts'
import type { Verdict } from '#shared/review/checking/check.ts'
import { regionalView } from '#shared/stages/regional-view.ts'
import { usualTeamSize } from '#shared/stages/team-types.ts'
import { mayCheckTeams, seenBy } from './desk-access.ts'
import { heldUntil } from './take-next-work.ts'

/** How many people must be in a team of the stage `s`, as `teamRules` reads it. */
const smallest = sql`coalesce((s.settings ->> 'size_min')::int, (s.settings ->> 'size_max')::int, ${usualTeamSize}::int)`

const people = sql`(select count(*) from formed_team_members n where n.team_id = t.id and n.state = 'active')`

/** A condition: people check the teams of the stage `s`. */
export const checksTeams = sql<boolean>`(s.type = 'teams_forming' and s.view <> ${regionalView}
  and coalesce(s.settings ->> 'check', 'manual') = 'manual')`

/** Since when the team `t` of the stage `s` waits: since its members can no longer change it. */
export const teamWaitsSince = sql<Date>`case when t.verdict is null
  then greatest(s.closes_at, t.returned_until) else t.verdict_at end`

/**
 * A condition: the team `t` of the stage `s` waits for the check. Before the close an organiser sends a team to the
 * check, or the captain a returned one; after the close every team with enough people waits.
 */
export const teamWaits = (now: Date): RawBuilder<boolean> => sql<boolean>`coalesce(t.dissolved_at is null and (
  (t.verdict = 'under_check' and ${people} > 0)
  or (t.verdict is null and greatest(s.closes_at, t.returned_until) <= ${now}
    and ${people} + t.gone_after_close >= ${smallest})), false)`

/**
 * Holds the team that has waited longest and that nobody else has for this person; null when there is none. `after` is
 * put aside, as with works.
 */
export async function takeNextTeam(
  db: Db,
  caller: Caller,
  stageId: number,
  now: Date,
  after?: number,
): Promise<number | null> {
  const aside = after === undefined ? undefined : await waitingSince(db, stageId, after)
  const later = aside && (await take(db, caller, stageId, now, sql`(${teamWaitsSince}, t.id) > (${aside}, ${after})`))
  return later ?? (await take(db, caller, stageId, now, sql`t.id is distinct from ${after ?? null}::int`))
}

/** Holds the first free team of this part of the queue. Other teams that the person held are released. */
async function take(
  db: Db,
  caller: Caller,
  stageId: number,
  now: Date,
  part: RawBuilder<unknown>,
): Promise<number | null> {
  for (;;) {
    const { rows } = await sql<{ chosen: number; held: boolean }>`
      with chosen as (
        select t.id from formed_teams t
        join stages s on s.id = t.stage_id
        left join team_desks d on d.team_id = t.id
        where t.stage_id = ${stageId} and ${checksTeams} and ${teamWaits(now)} and ${part} and ${mayCheckTeams(caller)}
          and (d.held_by is null or d.held_by = ${caller.accountId} or d.held_until <= ${now})
          and d.refused_by is distinct from ${caller.accountId}
        order by ${teamWaitsSince}, t.id
        limit 1
        for update of t skip locked
      ), released as (
        update team_desks set held_by = null, held_until = null
        where held_by = ${caller.accountId} and team_id in (select id from formed_teams where stage_id = ${stageId})
          and team_id not in (select id from chosen)
      ), held as (
        insert into team_desks as d (team_id, held_by, held_until)
        select id, ${caller.accountId}::int, ${heldUntil(now)}::timestamptz from chosen
        on conflict (team_id) do update set held_by = excluded.held_by, held_until = excluded.held_until
        where d.held_by is null or d.held_by = ${caller.accountId} or d.held_until <= ${now}
        returning team_id
      )
      select chosen.id as chosen, exists (select from held) as held from chosen`.execute(db)
    const [found] = rows
    if (!found) return null
    // If another person has taken the team since this statement began, the next attempt sees that.
    if (found.held) return found.chosen
  }
}

async function waitingSince(db: Db, stageId: number, teamId: number): Promise<Date | undefined> {
  const row = await db
    .selectFrom('formed_teams as t')
    .innerJoin('stages as s', 's.id', 't.stage_id')
    .select(teamWaitsSince.as('since'))
    .where('t.id', '=', teamId)
    .where('s.id', '=', stageId)
    .executeTakeFirst()
  return row?.since ?? undefined
}

/** Holds a team for this person unless another person has it. Returns whether this person has it now. */
export async function holdTeam(db: Db | Tx, caller: Caller, teamId: number, now: Date): Promise<boolean> {
  const { rows } = await sql`
    insert into team_desks as d (team_id, held_by, held_until)
    values (${teamId}, ${caller.accountId}, ${heldUntil(now)})
    on conflict (team_id) do update set held_by = excluded.held_by, held_until = excluded.held_until
    where d.held_by is null or d.held_by = ${caller.accountId} or d.held_until <= ${now}
    returning team_id`.execute(db)
  return rows.length > 0
}

interface Row {
  id: number
  name: string
  since: Date
  held_by: number | null
  first_name: string | null
  last_name: string | null
  verdict: Verdict | null
  second_look: boolean
}

/** The waiting teams of a stage, the longest wait first, or the decided ones, the latest first. */
export async function listTeamsToCheck(
  services: Services,
  caller: Caller,
  { competition, stageId, late, now }: { competition: string; stageId: number; late: Date; now: Date },
  { state, search, ...page }: Page & { state: 'waits' | 'decided'; search: string },
) {
  const waits = state === 'waits'
  const name = ['teams to check', stageId, seenBy(caller, competition)]
  const ofStage = sql`s.id = ${stageId} and ${checksTeams} and ${mayCheckTeams(caller)}`
  const from = sql`from formed_teams t join stages s on s.id = t.stage_id where ${ofStage} and ${teamWaits(now)}`
  const lastCheck = sql`left join lateral (
      select c.verdict, c.decided_at from team_checks c where c.team_id = t.id and c.final order by c.id desc limit 1
    ) as k on true`
  const { count: left } = await countOf(services, { competition, name, from })
  const { rows, count, as_of } = await readOrdered(
    services,
    {
      competition,
      name: [...name, state, search],
      ids: sql`
        select t.id
        from formed_teams t
        join stages s on s.id = t.stage_id
        ${lastCheck}
        where ${ofStage}
          and ${
            waits
              ? teamWaits(now)
              : sql`t.dissolved_at is null and not ${teamWaits(now)}
                  and (t.verdict in ('admitted', 'rejected') or (t.verdict is null and t.returned_until > ${now}))`
          }
          and (t.name ilike ${containing(search)} or exists (
            select from formed_team_members m join accounts a on a.id = m.account_id
            where m.team_id = t.id and m.state = 'active' and (a.test_id::text = ${search.trim()}
              or concat_ws(' ', a.last_name, a.first_name, a.middle_name) ilike ${containing(search)})))
        order by case when ${waits} then ${teamWaitsSince} end, coalesce(t.verdict_at, k.decided_at) desc, t.id`,
    },
    page,
    (ids) => sql<Row>`
    select t.id, 'Команда «' || t.name || '»' as name, d.refused_by is not null and ${waits}::boolean as second_look,
      case when d.held_until > ${now} then d.held_by end as held_by, holder.first_name, holder.last_name,
      case t.verdict when 'admitted' then 'accept' when 'rejected' then 'refuse' else k.verdict end as verdict,
      case when ${waits} then ${teamWaitsSince} else coalesce(t.verdict_at, k.decided_at) end as since
    from formed_teams t
    join stages s on s.id = t.stage_id
    left join team_desks d on d.team_id = t.id
    left join accounts holder on holder.id = d.held_by
    ${lastCheck}
    where t.id = any(${ids}::int[])`,
  )
  return {
    as_of,
    left,
    count,
    works: rows.map(({ id, since, held_by, first_name, last_name, verdict, ...team }) => ({
      work_id: null,
      team_id: id,
      test_id: null,
      revision: null,
      since: formatWire(since),
      late: waits && since < late,
      taken_by: held_by === null || held_by === caller.accountId ? null : fullName({ first_name, last_name }),
      verdict: waits ? null : verdict,
      scanning: false,
      ...team,
    })),
  }
}
