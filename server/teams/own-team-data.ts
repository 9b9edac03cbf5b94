import type { Db } from '#server/db.ts'

/** The person's part in regional teams, for the download of his data: the team, what he told of himself, the marks he gave. */
export async function ownTeamData(db: Db, accountId: number) {
  const memberships = await db
    .selectFrom('regional_team_members as m')
    .innerJoin('regional_teams as t', 't.id', 'm.team_id')
    .innerJoin('competitions as c', 'c.code', 'm.competition_code')
    .select(['c.title', 't.name as team', 'm.joined_at'])
    .where('m.account_id', '=', accountId)
    .orderBy('m.joined_at')
    .execute()
  const profiles = await db
    .selectFrom('regional_team_profiles as p')
    .innerJoin('competitions as c', 'c.code', 'p.competition_code')
    .select(['c.title', 'p.skills', 'p.about', 'p.saved_at'])
    .where('p.account_id', '=', accountId)
    .orderBy('p.saved_at')
    .execute()
  const marks = await db
    .selectFrom('regional_team_assessments as a')
    .innerJoin('accounts as teammate', 'teammate.id', 'a.teammate_id')
    .select(['teammate.last_name', 'teammate.first_name', 'a.mark', 'a.comment', 'a.assessed_at'])
    .where('a.author_id', '=', accountId)
    .orderBy('a.assessed_at')
    .orderBy('a.teammate_id')
    .execute()
  return { memberships, profiles, marks }
}
