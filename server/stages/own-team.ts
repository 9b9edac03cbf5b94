import { type RawBuilder, sql } from 'kysely'
import type { OwnTeam } from '#shared/team-formation/stage-state.ts'

/** As JSON carries it. */
export type OwnTeamRow = Omit<OwnTeam, 'joinedAt' | 'verdictAt'> & { joinedAt: string; verdictAt: string | null }

/**
 * What a member still owes before his team counts as complete, a row each: kind, type, title. `account` is the column of
 * his number; the stage at which the team is formed is the `s` of the query around. What is lost after that stage has
 * closed does not undo a team that was complete.
 */
export const memberLacks = (account: RawBuilder<unknown>, now: Date) => sql`
  select 'stage' as kind, asked.type, asked.title
  from stages asked
  where asked.competition_code = s.competition_code
    and jsonb_exists(coalesce(s.settings -> 'member_stages', '[]'), asked.code)
    and not exists (
      select from stage_facts done
      where done.stage_id = asked.id and done.account_id = ${account}
        and done.passed_at >= coalesce(
          (select max(o.at) from stage_reopenings o where o.stage_id = asked.id and o.at <= least(${now}, s.closes_at)), '-infinity')
    )
  union all
  select 'consent', null, document ->> 'title'
  from jsonb_array_elements(coalesce(s.settings -> 'member_consents', '[]')) as document
  where not exists (
    select from consents given
    where given.account_id = ${account} and given.competition_code = s.competition_code
      and given.document_code = document ->> 'code'
      and (given.withdrawn_at is null or given.withdrawn_at > s.closes_at)
  )
  union all
  select 'participation', null, null
  where not exists (
    select from participations taking
    where taking.account_id = ${account} and taking.competition_code = s.competition_code
      and (taking.disqualified_at is null or taking.disqualified_at > s.closes_at)
      and (taking.withdrawn_at is null or taking.withdrawn_at > s.closes_at)
  )`

/** The person's team at the stage `s` of the query around; null where he is in none. */
export const ownTeamRow = (
  accountId: number,
  now: Date,
) => sql<OwnTeamRow | null>`case when s.type = 'teams_forming' then (
    select json_build_object(
      'id', t.id, 'name', t.name, 'joinedAt', own.since, 'members', people.members + t.gone_after_close,
      'ready', people.ready + t.gone_after_close,
      'verdict', t.verdict, 'verdictAt', t.verdict_at, 'verdictReason', t.verdict_reason)
    from formed_team_members own
    join formed_teams t on t.id = own.team_id
    cross join lateral (
      select count(*)::int as members,
        (count(*) filter (where not exists (${memberLacks(sql`each.account_id`, now)})))::int as ready
      from formed_team_members each where each.team_id = t.id and each.state = 'active'
    ) as people
    where own.stage_id = s.id and own.account_id = ${accountId} and own.state = 'active'
  ) end`
