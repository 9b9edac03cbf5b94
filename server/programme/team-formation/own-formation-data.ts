import type { Db } from '#server/db.ts'
import { moment, type OwnRecord } from '#server/platform/personal-data/own-record.ts'

const states = {
  active: 'в команде',
  requested: 'заявка подана',
  invited: 'есть приглашение',
  left: 'не в команде',
  removed: 'не в команде',
} as const

const replaced = {
  asked: 'ждёт ответа организатора',
  granted: 'одобрена',
  declined: 'отклонена',
  withdrawn: 'отозвана',
} as const

const checked = (verdict: 'fits' | 'unfit'): [string, string] => [
  'Проверка участника',
  verdict === 'fits' ? 'подходит' : 'не подходит',
]

/** The person's part in teams that people form, for the export of their data. */
export async function ownFormedTeams(db: Db, accountId: number): Promise<OwnRecord[]> {
  const memberships = await db
    .selectFrom('formed_team_members as m')
    .innerJoin('formed_teams as t', 't.id', 'm.team_id')
    .innerJoin('competitions as c', 'c.code', 't.competition_code')
    .select(['c.title', 't.name as team', 'm.role', 'm.state', 'm.since', 'm.verdict', 'm.duty', 'm.remark'])
    .where('m.account_id', '=', accountId)
    .orderBy('m.since')
    .execute()
  const profile = await db
    .selectFrom('team_member_profiles')
    .select(['skills', 'about', 'contact', 'saved_at'])
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  const seeking = await db
    .selectFrom('team_seekers as k')
    .innerJoin('stages as s', 's.id', 'k.stage_id')
    .select(['s.title', 's.competition_code', 'k.since'])
    .where('k.account_id', '=', accountId)
    .orderBy('k.since')
    .execute()
  const replacements = await db
    .selectFrom('team_replacements as r')
    .innerJoin('formed_teams as t', 't.id', 'r.team_id')
    .innerJoin('competitions as c', 'c.code', 't.competition_code')
    .select(['c.title', 't.name as team', 'r.asked_at', 'r.state'])
    .where('r.coming_id', '=', accountId)
    .orderBy('r.asked_at')
    .execute()
  return [
    ...replacements.map(
      (row): OwnRecord => ({
        kept: row,
        lines: [
          ['Конкурс', row.title],
          ['Команда', row.team],
          ['Заявка на замену', replaced[row.state]],
          ['Когда', moment(row.asked_at)],
        ],
      }),
    ),
    ...memberships.map(
      (row): OwnRecord => ({
        kept: row,
        lines: [
          ['Конкурс', row.title],
          ['Команда', row.team],
          ['Как стоит', row.state === 'active' && row.role === 'captain' ? 'капитан' : states[row.state]],
          ['С', moment(row.since)],
          ...(row.duty ? [['Роль в команде', row.duty] satisfies OwnRecord['lines'][number]] : []),
          ...(row.verdict ? [checked(row.verdict)] : []),
          ...(row.remark ? [['Замечание проверяющего', row.remark] satisfies OwnRecord['lines'][number]] : []),
        ],
      }),
    ),
    ...(profile
      ? [
          {
            kept: profile,
            lines: [
              ['Что умею', profile.skills],
              ['О себе', profile.about],
              ['Как связаться', profile.contact],
              ['Сохранено', moment(profile.saved_at)],
            ] satisfies OwnRecord['lines'],
          },
        ]
      : []),
    ...seeking.map(
      (row): OwnRecord => ({
        kept: row,
        lines: [
          ['Ищу команду', row.title],
          ['С', moment(row.since)],
        ],
      }),
    ),
  ]
}
