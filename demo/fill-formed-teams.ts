import type { Tx } from '#server/db.ts'
import { teamNameKey } from '#shared/team-formation/team-name.ts'
import type { FilledPeople } from './fill-people.ts'
import { numberOf, type StageIds } from './fill-season.ts'
import { byDay, daysFrom } from './moment.ts'
import { hasPassed, progressOf } from './progress.ts'

const competition_code = 'ru_season_5'

interface DemoTeam {
  name: string
  about?: string
  /** How many unnamed people are in it besides the named ones. */
  crowd: number
  /** The first is the captain. */
  named?: ('finalist' | 'captain')[]
  closed?: true
}

/** The named captain's team is full, the finalist's needs one more, and the third invites the participant. */
const teams: DemoTeam[] = [
  { name: 'Уральский характер', about: 'Собрались до конца сезона.', crowd: 4, named: ['captain'] },
  {
    name: 'Тихая гавань',
    about: 'Здравоохранение и логистика. Ищем человека, который умеет считать деньги.',
    crowd: 3,
    named: ['finalist'],
  },
  { name: 'Северное сияние', about: 'Промышленность и цифра. Встречаемся по вторникам вечером.', crowd: 3 },
  { name: 'Второе дыхание', crowd: 5 },
  { name: 'Дальний рубеж', crowd: 2, closed: true },
  { name: 'Живая вода', about: 'Про города, где хочется жить.', crowd: 4 },
  { name: 'Золотое сечение', crowd: 1 },
  { name: 'Курс на восток', crowd: 5 },
  { name: 'Ломоносовцы', crowd: 3 },
  { name: 'Мост', crowd: 2 },
  { name: 'Новая высота', crowd: 4, closed: true },
  { name: 'Общее дело', crowd: 1 },
  { name: 'Перспектива', crowd: 5 },
  { name: 'Ясный план', crowd: 2 },
]

const profiles = [
  { skills: 'Финансовые модели, бюджеты', about: 'Десять лет в банке, три года — свой отдел.', contact: '' },
  { skills: 'Переговоры, люди, сроки', about: 'Умею договариваться, когда не договориться.', contact: 't.me/zvonite' },
  { skills: 'Аналитика, презентации', about: 'Делаю так, чтобы нас поняли с первого раза.', contact: '' },
  { skills: 'Производство, бережливость', about: 'Начальник смены. На связи по вечерам.', contact: '' },
]

/** Teams in every state, people who look for one, requests and an invitation. */
export async function fillFormedTeams(tx: Tx, { named, crowd }: FilledPeople, ids: StageIds, now: Date): Promise<void> {
  const stage_id = numberOf(ids, `${competition_code}/teams`)
  const later = crowd.map(({ accountId }, number) => ({ accountId, number })).filter(({ number }) => number >= 100)
  const having = (stage: 'registration' | 'rules') => later.filter(({ number }) => mayJoin(number, stage))
  const free = having('rules').map(({ accountId }) => accountId)
  // One member of the finalist's team has not accepted the rules yet.
  const late = having('registration').find(({ accountId }) => !free.includes(accountId))?.accountId ?? 0
  const seekers = free.splice(-8)
  const since = (days: number) => byDay(daysFrom(now, days))
  const made = await tx
    .insertInto('formed_teams')
    .values(
      teams.map(({ name, about = '', closed }) => ({
        stage_id,
        competition_code,
        name,
        name_key: teamNameKey(name),
        about,
        takes_requests: !closed,
        created_at: since(-1.9),
      })),
    )
    .returning('id')
    .execute()
  const numberAt = (at: number) => made[at]?.id ?? 0
  const active = teams.flatMap((team, at) =>
    [
      ...(team.named ?? []).map((name) => named[name]),
      ...(at === 1 ? [late] : []),
      ...free.splice(0, at === 1 ? team.crowd - 1 : team.crowd),
    ].map((account_id, place) => ({
      team_id: numberAt(at),
      stage_id,
      account_id,
      role: place === 0 ? ('captain' as const) : ('member' as const),
      state: 'active' as const,
      since: since(-1.9 + place * 0.2),
    })),
  )
  const onTheWay = [
    { team: 1, account_id: seekers[0] ?? 0, state: 'requested' as const },
    { team: 1, account_id: seekers[1] ?? 0, state: 'requested' as const },
    { team: 2, account_id: named.participant, state: 'invited' as const },
  ].map(({ team, ...row }) => ({ ...row, team_id: numberAt(team), stage_id, since: since(-0.5) }))
  await tx.insertInto('formed_team_members').values(active).execute()
  await tx.insertInto('formed_team_members').values(onTheWay).execute()
  await tx
    .insertInto('team_seekers')
    .values(seekers.map((account_id, place) => ({ stage_id, account_id, since: since(-1 + place * 0.1) })))
    .execute()
  await tx
    .insertInto('team_member_profiles')
    .values(
      [named.finalist, named.captain, ...seekers].map((account_id, place) => ({
        account_id,
        ...(profiles[place % profiles.length] ?? { skills: '', about: '', contact: '' }),
        saved_at: since(-1),
      })),
    )
    .execute()
}

const mayJoin = (number: number, stage: 'registration' | 'rules'): boolean => {
  const progress = progressOf(number)
  return hasPassed(progress, stage) && progress !== 'disqualified'
}
