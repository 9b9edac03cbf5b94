import { type RawBuilder, sql } from 'kysely'
import { employersOf } from '#server/review/judging/conflicts.ts'
import type { Standing } from '#server/stages/kind.ts'
import type { PersonStage } from '#server/stages/person-stages.ts'
import { isComplete } from '#shared/programme/team-formation/completeness.ts'
import { isAdmitted, type OwnTeam, teamStageState } from '#shared/programme/team-formation/stage-state.ts'
import { teamRules } from '#shared/programme/team-formation/team-rules.ts'

/** The row as JSON has it: moments are texts. */
type OwnTeamRow = Omit<OwnTeam, Moments> &
  Record<'joinedAt', string> &
  Record<Exclude<Moments, 'joinedAt'>, string | null>
type Moments = 'joinedAt' | 'verdictAt' | 'lostAt' | 'returnedUntil'

/**
 * What a member still has to do before the team counts as complete, one row each: kind, type, title. `account` is the
 * column with the member's id; the surrounding query calls the stage of the team `s`. Losses after that stage has
 * closed do not make a complete team incomplete.
 */
export const memberLacks = (account: RawBuilder<unknown>, now: unknown) => sql`
  select 'stage' as kind, asked.type, asked.title
  from stages asked
  where asked.competition_code = s.competition_code
    and jsonb_exists(coalesce(s.settings -> 'member_stages', '[]'), asked.code)
    and not exists (
      select from stage_facts done
      where done.stage_id = asked.id and done.account_id = ${account}
        and done.passed_at >= coalesce(
          (select max(o.at) from stage_reopenings o
           where o.stage_id = asked.id and o.at <= least(${now}::timestamptz, s.closes_at)), '-infinity')
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

/**
 * The largest number of members of a team with the same organisation in their applications; 0 if the stage does not
 * require it. The surrounding query calls the stage of the team `s`.
 */
export const sharedEmployer = (team: RawBuilder<unknown>) => sql<number>`
  case when coalesce(s.settings ->> 'employer', 'any') = 'any' then 0 else coalesce((
    select count(distinct named.account_id)::int from (${employersOf(
      sql`in (select at_work.account_id from formed_team_members at_work
          where at_work.team_id = ${team} and at_work.state = 'active') and i.competition_code = s.competition_code`,
      false,
    )}) as named group by named.employer order by 1 desc limit 1
  ), 0) end`

/** The person's teams by stage, and what they mean for the status of those stages. */
export const teamStanding: Standing = {
  column: ({ accountId, competitionCode, now, part }) => sql<Record<string, OwnTeamRow> | null>`(
    select json_object_agg(own.stage_id, json_build_object(
      'id', t.id, 'name', t.name, 'joinedAt', own.since, 'members', people.members, 'ready', people.ready,
      'regions', people.regions, 'duties', people.duties, 'shared', ${part ? sharedEmployer(sql`t.id`) : sql`0`},
      'letter', t.letter_file is not null, 'gone', t.gone_after_close, 'lostAt', people.lost_at,
      'verdict', t.verdict, 'verdictAt', t.verdict_at, 'verdictReason', t.verdict_reason,
      'returnedUntil', t.returned_until, 'locked', seen.locked_at is not null,
      'decided', decision_stands(${accountId}, own.stage_id)))
    from formed_team_members own
    join formed_teams t on t.id = own.team_id
    left join locked_teams seen on seen.team_id = own.team_id
    join stages s on s.id = own.stage_id and s.competition_code = ${competitionCode}
    cross join lateral (
      select count(*)::int as members,
        (count(*) filter (where not exists (${memberLacks(sql`each.account_id`, now)})))::int as ready,
        count(distinct taking.region)::int as regions,
        coalesce(array_agg(distinct each.duty) filter (where each.duty <> ''), '{}') as duties,
        min(taking.disqualified_at) filter (where taking.disqualified_at > s.closes_at) as lost_at
      from formed_team_members each
      left join participations taking
        on taking.account_id = each.account_id and taking.competition_code = s.competition_code
      where each.team_id = t.id and each.state = 'active'
    ) as people
    where own.account_id = ${accountId} and own.state = 'active')`,

  asksPart: (stages) => stages.some(({ settings }) => teamRules(settings).employer !== 'any'),

  read: (json): OwnTeam => {
    const { joinedAt, verdictAt, lostAt, returnedUntil, ...team } = json as OwnTeamRow
    const moment = (at: string | null) => (at === null ? null : new Date(at))
    return {
      ...team,
      joinedAt: new Date(joinedAt),
      verdictAt: moment(verdictAt),
      lostAt: moment(lostAt),
      returnedUntil: moment(returnedUntil),
    }
  },

  state: (stage, facts, own, now) => teamStageState(stage, facts, own as OwnTeam, teamRules(stage.settings), now),

  changes: () => [],

  team: (stage, own) => {
    const team = own as OwnTeam
    const rules = teamRules(stage.settings)
    const complete = isComplete(rules, team)
    const lost = rules.losesWithMember && team.lostAt !== null
    return { id: team.id, reached: isAdmitted(rules, team) ? 'admitted' : complete && !lost ? 'complete' : 'member' }
  },
}

/** The person's team at this stage. */
export const ownTeam = ({ own }: PersonStage): OwnTeam | null => own.standing as OwnTeam | null
