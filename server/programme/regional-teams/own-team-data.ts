import type { Db } from '#server/db.ts'
import { moment, type OwnRecord } from '#server/platform/personal-data/own-record.ts'
import { fullName } from '#shared/platform/names/full-name.ts'

/** Memberships, profiles and given marks in regional teams, for the export of the person's data. */
export async function ownRegionalTeams(db: Db, accountId: number): Promise<OwnRecord[]> {
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
  return [
    ...memberships.map(
      (row): OwnRecord => ({
        kept: row,
        lines: [
          ['Конкурс', row.title],
          ['Команда', row.team],
          ['С', moment(row.joined_at)],
        ],
      }),
    ),
    ...profiles.map(
      (row): OwnRecord => ({
        kept: row,
        lines: [
          ['Конкурс', row.title],
          ['Сильные стороны', row.skills],
          ['О себе', row.about],
          ['Сохранено', moment(row.saved_at)],
        ],
      }),
    ),
    ...marks.map(
      (row): OwnRecord => ({
        kept: row,
        lines: [
          ['Оценка участника команды', fullName(row)],
          ['Балл', String(row.mark)],
          ['Комментарий', row.comment],
          ['Когда', moment(row.assessed_at)],
        ],
      }),
    ),
  ]
}
