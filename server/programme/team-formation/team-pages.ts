import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db.ts'
import { containing } from '#server/platform/db/containing.ts'
import { type Place, prepared } from '#server/platform/db/prepared.ts'
import type { Versions } from '#server/stages/save-draft.ts'
import type { Page } from '#shared/platform/api/page.ts'
import { teamNameKey } from '#shared/programme/team-formation/team-name.ts'
import type { InStage } from './formation-stage.ts'
import { type Calling, lettersTo } from './letters-to.ts'
import { otherTeamOf } from './other-team.ts'
import type { MemberState } from './tables.ts'
import { crowdOf, hasPlaces, isFull, listed, noteTeams, pageOfCrowd } from './team-crowd.ts'

/** A team on a page of the list. */
interface ListedTeam {
  id: number
  name: string
  takes_requests: boolean
  places_left: number
  my_team: boolean
  own: MemberState | null
  members: {
    account_id: number
    role: 'captain' | 'member'
    user_id: number
    last_name: string
    first_name: string
  }[]
}

/** A page of the list, and the number of all teams found. */
interface TeamsPage {
  teams: ListedTeam[]
  found: number
}

type OfList = InStage & { max: number }

/** `address`: the hash of the reader's address, if there may be an invitation by e-mail. */
type OfCounted = OfList & { address: Buffer | null }

type OwnPlace = { id: number; members: number } | null

/**
 * A page of the stage's teams with their members, oldest first, and the number of all: the own team first, then teams
 * with places, then by name. Also the teams that have invited the reader by e-mail.
 */
export async function teamsOf(
  db: Db,
  of: OfCounted,
  which: Page & { team_name: string },
): Promise<TeamsPage & { letters: Calling }> {
  const counted = await countedTeams(db, of, which)
  if (!isSearch(which)) noteTeams(db, of, counted.found)
  return counted
}

const isSearch = ({ team_name }: { team_name: string }) => team_name.trim() !== ''

/**
 * A page of a stage with very many teams, with the reader's standing, in one statement: the teams before the page are
 * skipped in an index, and only the teams of the page are read. Null for a search, for a stage without a crowd, and if
 * the season or the person has changed since these versions.
 */
export async function crowdedTeams(
  db: Db,
  of: OfList & { own: OwnPlace; competitionCode: string; versions: Versions },
  which: Page & { team_name: string },
  now: Date,
): Promise<{ page: TeamsPage; standing: OwnStanding } | null> {
  const crowd = isSearch(which) ? null : await crowdOf(db, of, now)
  if (!crowd) return null
  const { season, person } = of.versions
  const asked = { ...of, season, person, ...pageOfCrowd(crowd, of, which), ownId: of.own?.id ?? 0 }
  const [row] = await crowdPage(db, asked)
  if (!row?.unchanged) return null
  return { page: { teams: row.teams, found: asked.found }, standing: row }
}

/** A condition on a team `t`: a part of its name, also in letters that look alike. Both use an index on trigrams. */
const named = (text: string) => {
  const key = teamNameKey(text)
  const name = sql`t.name ilike ${containing(text)}`
  return key === '' ? name : sql`(${name} or t.name_key like ${containing(key)})`
}

/** A page for which all teams, or all found by a search, are counted. */
async function countedTeams(
  db: Db,
  of: OfCounted,
  { team_name, limit, offset }: Page & { team_name: string },
): Promise<TeamsPage & { letters: Calling }> {
  const searches = isSearch({ team_name })
  const wanted = searches ? sql`and ${named(team_name)}` : sql``
  const before = (others: RawBuilder<unknown>) => sql`
    limit ${limit}::int offset (select greatest(0, ${offset}::int - own_teams - ${others}) from counted)`
  const page = sql`
    own as materialized (
      select m.team_id as id from formed_team_members m
      where m.account_id = ${of.accountId} and m.stage_id = ${of.stageId} and m.state = 'active'
    ), listed as ${searches ? sql`materialized` : sql`not materialized`} (
      select t.id, t.name, t.taken, coalesce(t.id = (select id from own), false) as mine
      from formed_teams t
      where t.stage_id = ${of.stageId} and t.dissolved_at is null and t.taken > 0 ${wanted}
    ), counted as materialized (
      select count(*)::int as found, (count(*) filter (where mine))::int as own_teams,
        (count(*) filter (where not mine and taken < ${of.max}::int))::int as with_places
      from listed
    ), page as (
      select id, part, place from (
        select id, 0 as part, 0::bigint as place from listed where mine and ${offset}::int = 0
        union all
        select id, 1, row_number() over (order by name, id) from (
          select id, name from listed where not mine and taken < ${of.max}::int order by name, id ${before(sql`0`)}
        ) as with_places
        union all
        select id, 2, row_number() over (order by name, id) from (
          select id, name from listed where not mine and taken >= ${of.max}::int order by name, id ${before(sql`with_places`)}
        ) as complete
      ) as parts
      order by part, place limit ${limit}::int
    )`
  const letters = of.address === null ? sql`'[]'::json` : lettersTo(of.address, of.stageId)
  const { rows } = await sql<TeamsPage & { letters: Calling }>`with ${page}
    select (select found from counted) as found, ${shown(of)} as teams, ${letters} as letters`.execute(db)
  return rows[0] ?? { teams: [], found: 0, letters: [] }
}

/** The teams of a page, in its order, as the reader sees them: one column. */
const shown = ({ accountId, max }: Record<'accountId' | 'max', unknown>) => sql`
    coalesce((
      select json_agg(json_build_object('id', t.id, 'name', t.name, 'takes_requests', t.takes_requests,
        'places_left', greatest(0, ${max}::int - t.taken), 'my_team', page.part = 0, 'own', (
          select mine.state from formed_team_members mine
          where mine.team_id = page.id and mine.account_id = ${accountId}::int
        ), 'members', (
          select json_agg(json_build_object('account_id', m.account_id, 'role', m.role, 'user_id', a.test_id,
            'last_name', a.last_name, 'first_name', a.first_name) order by m.since, m.account_id)
          from formed_team_members m join accounts a on a.id = m.account_id
          where m.team_id = page.id and m.state = 'active'
        )) order by page.part, page.place)
      from page
      -- The offset makes PostgreSQL look up each team by its id, whatever number of rows it expects.
      cross join lateral (
        select id, name, takes_requests, taken from formed_teams where id = page.id offset 0
      ) as t
    ), '[]')`

type OfCrowd = OfList &
  Omit<ReturnType<typeof pageOfCrowd>, 'found'> &
  Versions & { ownId: number; competitionCode: string } & Record<string, unknown>

/** A page of a crowd. Its values come from a row, so that PostgreSQL keeps the plan: docs/decisions/0114. */
const crowdPage = prepared<OfCrowd, OwnStanding & { unchanged: boolean; teams: ListedTeam[] }>(
  (db, place: Place<OfCrowd>) => {
    const of = (name: string) => sql`(select ${sql.ref(name)} from asked)`
    const part = (number: number, name: 'open' | 'full', which: RawBuilder<unknown>) => sql`
    select id, ${number}::int, row_number() over (order by name, id) from (
      select t.id, t.name from formed_teams t
      where ${listed(of('stage'))} and ${which} and t.id <> ${of('own')}
        and (t.name, t.id) >= (${of(`${name}_name`)}, ${of(`${name}_id`)})
      order by t.name, t.id limit ${of(`${name}_take`)} offset ${of(`${name}_skip`)} + (
        select count(*) from formed_teams t
        where t.id = ${of('own')} and ${which} and (t.name, t.id) < (${of(`${name}_name`)}, ${of(`${name}_id`)}))
    ) as teams`
    const statement = sql<OwnStanding & { unchanged: boolean; teams: ListedTeam[] }>`
    with asked as materialized (
      select ${place('accountId')}::int as account, ${place('stageId')}::int as stage, ${place('max')}::int as most,
        ${place('competitionCode')}::text as competition, ${place('season')}::bigint as season, ${place('person')}::text as person,
        ${place('ownId')}::int as own, ${place('ownFirst')}::boolean as own_first,
        ${place('openName')}::text as open_name, ${place('openId')}::int as open_id,
        ${place('openTake')}::int as open_take, ${place('openSkip')}::int as open_skip,
        ${place('fullName')}::text as full_name, ${place('fullId')}::int as full_id,
        ${place('fullTake')}::int as full_take, ${place('fullSkip')}::int as full_skip
    ), page as (
      select own as id, 0 as part, 0::bigint as place from asked where own_first
      union all ${part(1, 'open', hasPlaces(of('most')))}
      union all ${part(2, 'full', isFull(of('most')))}
    )
    select exists (
        select from season_versions v where v.competition_code = ${of('competition')} and v.version = ${of('season')})
      and ${of('person')} = (
        select coalesce(string_agg(n.id::text, ' ' order by n.id), '') from person_changes n
        where n.account_id = ${of('account')}) as unchanged,
      ${standing(of('account'), of('stage'))}, ${shown({ accountId: of('account'), max: of('most') })} as teams`
    return statement.compile(db)
  },
)

/** The standing of the reader, which is shown with the list. */
export interface OwnStanding {
  looking: boolean
  leads: boolean
  /** Null if it is not confirmed, the reader is in a team, or nobody was invited by e-mail at the stage. */
  email: string | null
  invitations: { team_id: number; name: string }[]
  /** The reader's team of another stage of the competition. */
  elsewhere: { team_id: number; name: string; stage: string } | null
}

/** The columns of a standing. */
function standing(account: RawBuilder<unknown>, stage: RawBuilder<unknown>): RawBuilder<unknown> {
  const own = sql`select mine.team_id from formed_team_members mine
    where mine.account_id = ${account} and mine.stage_id = ${stage} and mine.state = 'active'`
  return sql`
      coalesce(${account} = (
        select m.account_id from formed_team_members m where m.team_id = (${own}) and m.state = 'active'
        order by m.role = 'captain' desc, m.since, m.account_id limit 1
      ), false) as leads,
      (select a.email from accounts a where a.id = ${account} and a.email_verified_at is not null
        and not exists (${own}) and exists (
        select from formed_team_letters l join formed_teams t on t.id = l.team_id where t.stage_id = ${stage}
      )) as email,
      (select row_to_json(other) from (${otherTeamOf({ accountId: account, stageId: stage })}) as other) as elsewhere,
      exists (select from team_seekers where account_id = ${account} and stage_id = ${stage}) as looking,
      coalesce((select json_agg(json_build_object('team_id', called.id, 'name', called.name)) from (
        select t.id, t.name from formed_team_members m join formed_teams t on t.id = m.team_id
        where m.account_id = ${account} and m.stage_id = ${stage} and m.state = 'invited' and t.dissolved_at is null
        order by m.since desc limit 20
      ) as called), '[]') as invitations`
}

const readStanding = prepared<InStage & Record<string, unknown>, OwnStanding>((db, place: Place<InStage>) =>
  sql<OwnStanding>`
    with asked as materialized (select ${place('accountId')}::int as account, ${place('stageId')}::int as stage)
    select ${standing(sql`(select account from asked)`, sql`(select stage from asked)`)}`.compile(db),
)

/** The person's invitations at the stage, whether they look for a team or lead their own, and their address. */
export async function standingAt(db: Db, { accountId, stageId }: InStage): Promise<OwnStanding> {
  const [row] = await readStanding(db, { accountId, stageId })
  return row ?? { looking: false, leads: false, email: null, invitations: [], elsewhere: null }
}
