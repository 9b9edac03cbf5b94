import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#server/db.ts'
import { containing } from '#server/platform/db/containing.ts'
import type { Page } from '#shared/api/page.ts'
import { Refusal } from '#shared/api/refusals.ts'
import type { Lack } from '#shared/team-formation/completeness.ts'
import { teamNameKey } from '#shared/team-formation/team-name.ts'
import { captainOf } from '#shared/team-formation/team-rights.ts'
import { lettersTo } from './letters-to.ts'
import { otherTeamOf } from './other-team.ts'
import { memberLacks, sharedEmployer } from './own-team.ts'
import { shareWork } from './share-work.ts'
import type { MemberState } from './tables.ts'
import { crowdOf, noteTeams, pageOfCrowd } from './team-crowd.ts'

/** A team that has not been dissolved. Throws when there is none. */
export async function oneTeam(db: Db | Tx, teamId: number) {
  const team = await db
    .selectFrom('formed_teams')
    .selectAll()
    .where('id', '=', teamId)
    .where('dissolved_at', 'is', null)
    .executeTakeFirst()
  if (!team) throw new Refusal('formed_team_not_found')
  return team
}

export type TeamRow = Awaited<ReturnType<typeof oneTeam>>

/**
 * The same, locked until the transaction ends, with its members. Every change of the members happens under this lock.
 */
export async function lockTeam(tx: Tx, teamId: number) {
  await tx.selectFrom('formed_teams').select('id').where('id', '=', teamId).forUpdate().execute()
  const team = await oneTeam(tx, teamId)
  const members = await tx
    .selectFrom('formed_team_members')
    .select(['account_id', 'role'])
    .where('team_id', '=', teamId)
    .where('state', '=', 'active')
    .orderBy('since')
    .orderBy('account_id')
    .execute()
  return { team, members, captain: captainOf(members)?.account_id ?? null }
}

/** A person's relation to a team, or null when there is none. */
export async function membershipIn(db: Db | Tx, teamId: number, accountId: number) {
  const found = await db
    .selectFrom('formed_team_members')
    .select(['state', 'role'])
    .where('team_id', '=', teamId)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return found ?? null
}

export async function setMembership(
  tx: Tx,
  of: { team: Pick<TeamRow, 'id' | 'stage_id'>; accountId: number },
  set: { state: MemberState; role?: 'captain' | 'member' },
  now: Date,
): Promise<void> {
  const changed = {
    state: set.state,
    role: set.role ?? ('member' as const),
    since: now,
    duty: '',
    verdict: null,
    verdict_note: '',
    remark: '',
  }
  await tx
    .insertInto('formed_team_members')
    .values({ team_id: of.team.id, stage_id: of.team.stage_id, account_id: of.accountId, ...changed })
    .onConflict((conflict) => conflict.columns(['team_id', 'account_id']).doUpdateSet(changed))
    .execute()
  if (set.state === 'active') await shareWork(tx, { teamId: of.team.id, accountId: of.accountId }, now)
}

/** Withdraws the person's requests to other teams after joining one. */
export async function stopLooking(tx: Tx, of: { accountId: number; stageId: number }, now: Date): Promise<void> {
  await tx
    .updateTable('formed_team_members')
    .set({ state: 'left', since: now })
    .where('account_id', '=', of.accountId)
    .where('stage_id', '=', of.stageId)
    .where('state', '=', 'requested')
    .execute()
  await tx
    .deleteFrom('team_seekers')
    .where('account_id', '=', of.accountId)
    .where('stage_id', '=', of.stageId)
    .execute()
}

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

/** A page of the list, the number of all teams found, and those that call the reader by e-mail. */
interface TeamsPage {
  teams: ListedTeam[]
  found: number
  letters: { team_id: number; name: string }[]
}

/** `address`: the hash of the reader's address where a letter may call it. */
type OfList = { stageId: number; accountId: number; max: number; address: Buffer | null }

/**
 * A page of the stage's teams with their members, oldest first, and the number of all: the own team first, then those with
 * places, then by name. What comes before the page is passed over in an index, and only the teams of the page are read.
 */
export async function teamsOf(
  db: Db,
  of: OfList & { own: { id: number; members: number } | null },
  { team_name, limit, offset }: Page & { team_name: string },
  now: Date,
): Promise<TeamsPage> {
  const searches = team_name.trim() !== ''
  const crowd = searches ? null : await crowdOf(db, of, now)
  if (crowd) {
    const { found, page } = pageOfCrowd(crowd, of, { limit, offset })
    return shown(db, of, sql`page as (${page})`, sql`${found}::int`)
  }
  const counted = await countedTeams(db, of, { team_name, limit, offset })
  if (!searches) noteTeams(db, of, counted.found)
  return counted
}

/** A condition on a team `t`: a part of its name, also in letters that look alike. An index on trigrams serves both. */
const named = (text: string) => {
  const key = teamNameKey(text)
  const name = sql`t.name ilike ${containing(text)}`
  return key === '' ? name : sql`(${name} or t.name_key like ${containing(key)})`
}

/** The same with all teams counted, and those of a search. */
async function countedTeams(
  db: Db,
  of: OfList,
  { team_name, limit, offset }: Page & { team_name: string },
): Promise<TeamsPage> {
  const searches = team_name.trim() !== ''
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
  return shown(db, of, page, sql`(select found from counted)`)
}

/** The teams of a page, in its order, as the reader sees them: one row, also where no team is found. */
async function shown(db: Db, of: OfList, page: RawBuilder<unknown>, found: RawBuilder<unknown>): Promise<TeamsPage> {
  const { rows } = await sql<TeamsPage>`
    with ${page}
    select ${found} as found, ${of.address === null ? sql`'[]'::json` : lettersTo(of.address, of.stageId)} as letters,
      coalesce((
        select json_agg(json_build_object('id', t.id, 'name', t.name, 'takes_requests', t.takes_requests,
          'places_left', greatest(0, ${of.max}::int - t.taken), 'my_team', page.part = 0, 'own', mine.state,
          'members', people.members) order by page.part, page.place)
        from page
        join formed_teams t on t.id = page.id
        left join formed_team_members mine on mine.team_id = t.id and mine.account_id = ${of.accountId}
        cross join lateral (
          select json_agg(json_build_object('account_id', m.account_id, 'role', m.role, 'user_id', a.test_id,
            'last_name', a.last_name, 'first_name', a.first_name) order by m.since, m.account_id) as members
          from formed_team_members m join accounts a on a.id = m.account_id
          where m.team_id = page.id and m.state = 'active'
        ) as people
      ), '[]') as teams`.execute(db)
  return rows[0] ?? { teams: [], found: 0, letters: [] }
}

/** Who calls the person at the stage, whether he looks for a team or leads his own, and where letters would find him. */
export async function standingAt(db: Db, of: { accountId: number; stageId: number }) {
  const own = sql`select mine.team_id from formed_team_members mine
    where mine.account_id = ${of.accountId} and mine.stage_id = ${of.stageId} and mine.state = 'active'`
  const { rows } = await sql<{
    looking: boolean
    leads: boolean
    /** Null while the address is not confirmed, in a team, and where nobody was called by e-mail. */
    email: string | null
    invitations: { team_id: number; name: string }[]
    /** His team of another stage of the competition. */
    elsewhere: { team_id: number; name: string; stage: string } | null
  }>`
    select coalesce(${of.accountId}::int = (
        select m.account_id from formed_team_members m where m.team_id = (${own}) and m.state = 'active'
        order by m.role = 'captain' desc, m.since, m.account_id limit 1
      ), false) as leads,
      (select a.email from accounts a where a.id = ${of.accountId} and a.email_verified_at is not null
        and not exists (${own}) and exists (
        select from formed_team_letters l join formed_teams t on t.id = l.team_id where t.stage_id = ${of.stageId}
      )) as email,
      (select row_to_json(other) from (${otherTeamOf(of)}) as other) as elsewhere,
      exists (select from team_seekers where account_id = ${of.accountId} and stage_id = ${of.stageId}) as looking,
      coalesce((select json_agg(json_build_object('team_id', called.id, 'name', called.name)) from (
        select t.id, t.name from formed_team_members m join formed_teams t on t.id = m.team_id
        where m.account_id = ${of.accountId} and m.stage_id = ${of.stageId} and m.state = 'invited' and t.dissolved_at is null
        order by m.since desc limit 20
      ) as called), '[]') as invitations`.execute(db)
  return rows[0] ?? { looking: false, leads: false, email: null, invitations: [], elsewhere: null }
}

/** The members of these teams by name, oldest members first. */
export async function namesOf(db: Db, teamIds: readonly number[]) {
  if (teamIds.length === 0) return []
  return db
    .selectFrom('formed_team_members as m')
    .innerJoin('accounts as a', 'a.id', 'm.account_id')
    .select(['m.team_id', 'm.account_id', 'm.role', 'a.test_id', 'a.last_name', 'a.first_name'])
    .where('m.team_id', 'in', teamIds)
    .where('m.state', '=', 'active')
    .orderBy('m.since')
    .orderBy('m.account_id')
    .execute()
}

/** The name of the region that a person chose in a competition. */
export const regionOf = (account: string, competition: string) => sql<string>`coalesce((
    select d.value from participations p join dictionary_items d on d.id = p.region
    where p.account_id = ${sql.ref(account)} and p.competition_code = ${sql.ref(competition)}
      and d.dict = 'regions' and d.competition_code is null
    limit 1
  ), '')`

/** What people tell others about themselves at the stage. */
export interface MemberProfile {
  last_name: string
  first_name: string
  region: string
  skills: string
  about: string
  contact: string
}

export interface TeamPerson extends MemberProfile {
  account_id: number
  role: 'captain' | 'member'
  /** One of the roles that the stage asks for; empty: none. */
  duty: string
  state: 'active' | 'requested' | 'invited'
  since: Date
  /** What the check has said of the member when it returned the team. */
  remark: string
  test_id: number
  avatar: string | null
  /** Whether somebody has reminded the person within a day. */
  reminded: boolean
  lacks: Lack[]
}

/** Members, requests and invitations of a team, with what each person still has to do; oldest first. */
export async function peopleOf(db: Db | Tx, teamId: number, now: Date): Promise<TeamPerson[]> {
  const { rows } = await sql<TeamPerson>`
    select m.account_id, m.role, m.duty, m.state, m.since, m.remark, a.test_id, a.avatar, a.last_name, a.first_name,
      coalesce(m.reminded_at > ${now}::timestamptz - interval '1 day', false) as reminded,
      ${regionOf('m.account_id', 's.competition_code')} as region,
      coalesce(f.skills, '') as skills, coalesce(f.about, '') as about, coalesce(f.contact, '') as contact,
      case when m.state = 'active' then coalesce(
        (select json_agg(lack) from (${memberLacks(sql`m.account_id`, now)}) as lack), '[]') else '[]' end as lacks
    from formed_team_members m
    join stages s on s.id = m.stage_id
    join accounts a on a.id = m.account_id
    left join team_member_profiles f on f.account_id = m.account_id
    where m.team_id = ${teamId} and m.state in ('active', 'requested', 'invited')
    order by m.since, m.account_id`.execute(db)
  return rows
}

/** What the team as a whole has beside its people. */
export async function countedOf(
  db: Db | Tx,
  team: Pick<TeamRow, 'id' | 'stage_id' | 'letter_file' | 'gone_after_close'>,
) {
  const { rows } = await sql<{ shared: number }>`
    select ${sharedEmployer(sql`${team.id}::int`)} as shared from stages s where s.id = ${team.stage_id}`.execute(db)
  return { shared: rows[0]?.shared ?? 0, letter: team.letter_file !== null, gone: team.gone_after_close }
}

export async function accountOf(db: Db | Tx, testId: number): Promise<number | null> {
  const found = await db.selectFrom('accounts').select('id').where('test_id', '=', testId).executeTakeFirst()
  return found?.id ?? null
}
