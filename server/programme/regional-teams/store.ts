import { sql } from 'kysely'
import type { Db, Tx } from '#server/db.ts'
import { containing } from '#server/platform/db/containing.ts'
import type { Page } from '#shared/platform/api/page.ts'
import type { InCompetition } from './regional-stage.ts'

/** The group of the person's team, otherwise the group of the person's region; null without either. */
export async function groupOf(db: Db | Tx, of: InCompetition & { region: string | null }) {
  const { rows } = await sql<{ id: number; code: string; title: string; team_id: number | null }>`
    select g.id, g.code, g.title, m.team_id
    from regional_groups g
    left join regional_team_members m on m.competition_code = g.competition_code and m.account_id = ${of.accountId}
    left join regional_teams t on t.id = m.team_id
    left join regional_group_regions r on r.competition_code = g.competition_code and r.region = ${of.region}
    where g.competition_code = ${of.competitionCode} and g.id = coalesce(t.group_id, r.group_id)`.execute(db)
  return rows[0] ?? null
}

/** A page of the group's teams and the number of all: the own team first, then those with places, then by name. */
export async function teamsOf(
  db: Db | Tx,
  groupId: number,
  { accountId, offset, limit, team_name }: Page & { accountId: number; team_name: string },
) {
  const { rows } = await sql<{ id: number; name: string; places_left: number; my_team: boolean }>`
    select id, name, capacity - taken as places_left, my_team
    from (
      select t.id, t.name, t.capacity, count(m.account_id)::int as taken,
        coalesce(bool_or(m.account_id = ${accountId}), false) as my_team
      from regional_teams t left join regional_team_members m on m.team_id = t.id
      where t.group_id = ${groupId} and t.name ilike ${containing(team_name)}
      group by t.id
    ) as teams
    order by my_team desc, taken < capacity desc, name, id
    limit ${limit} offset ${offset}`.execute(db)
  const counted = await db
    .selectFrom('regional_teams')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('group_id', '=', groupId)
    .where('name', 'ilike', containing(team_name))
    .executeTakeFirst()
  return { teams: rows, count: counted?.count ?? 0 }
}

/** The members of these teams, in the order of joining. */
export async function membersOf(db: Db | Tx, teamIds: readonly number[]) {
  if (teamIds.length === 0) return []
  return db
    .selectFrom('regional_team_members as m')
    .innerJoin('accounts as a', 'a.id', 'm.account_id')
    .leftJoin('regional_team_profiles as p', (join) =>
      join.onRef('p.account_id', '=', 'm.account_id').onRef('p.competition_code', '=', 'm.competition_code'),
    )
    .select(['m.team_id', 'm.account_id', 'a.test_id', 'a.last_name', 'a.first_name', 'p.skills', 'p.about'])
    .where('m.team_id', 'in', teamIds)
    .orderBy('m.joined_at')
    .orderBy('m.account_id')
    .execute()
}

/** The person's own team with its places, or null. */
export async function ownTeam(db: Db | Tx, { accountId, competitionCode }: InCompetition) {
  const found = await db
    .selectFrom('regional_team_members as m')
    .innerJoin('regional_teams as t', 't.id', 'm.team_id')
    .select(['t.id', 't.name', 't.capacity'])
    .where('m.account_id', '=', accountId)
    .where('m.competition_code', '=', competitionCode)
    .executeTakeFirst()
  return found ?? null
}

export async function profileOf(db: Db | Tx, { accountId, competitionCode }: InCompetition) {
  const found = await db
    .selectFrom('regional_team_profiles')
    .select(['skills', 'about', 'saved_at'])
    .where('account_id', '=', accountId)
    .where('competition_code', '=', competitionCode)
    .executeTakeFirst()
  return found ?? null
}
