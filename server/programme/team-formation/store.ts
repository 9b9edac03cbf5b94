import { sql } from 'kysely'
import type { Db, Tx } from '#server/db.ts'
import { shareFacts } from '#server/stages/facts.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import type { Lack } from '#shared/programme/team-formation/completeness.ts'
import { captainOf } from '#shared/programme/team-formation/team-rights.ts'
import { memberLacks, sharedEmployer } from './own-team.ts'
import type { MemberState } from './tables.ts'

/** A team that has not been dissolved. Throws `formed_team_not_found`. */
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
 * A team with its members, locked until the transaction ends. Every change of the members happens under this lock.
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
  if (set.state === 'active') await shareFacts(tx, { teamId: of.team.id, accountId: of.accountId }, now)
}

/** After a person has joined a team: withdraws their other requests and ends their search. */
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

/** The names of the members of these teams, oldest members first. */
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

/** What people tell others about themselves when teams are formed. */
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
  /** One of the stage's roles; empty: no role. */
  duty: string
  state: 'active' | 'requested' | 'invited'
  since: Date
  /** The remark of the check about the member when it returned the team. */
  remark: string
  test_id: number
  avatar: string | null
  /** Whether a teammate has reminded the person within a day. */
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

/** The parts of completeness that belong to the team as a whole. */
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
