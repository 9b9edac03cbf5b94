import type { Tx } from '#server/db.ts'
import { teamNameKey } from '#shared/programme/team-formation/team-name.ts'
import type { FilledPeople } from './fill-people.ts'
import { byDay, daysFrom } from './moment.ts'
import { hasPassed, progressOf } from './progress.ts'
import { numberOf, type StageIds } from './stage-ids.ts'

const competition_code = 'ru_season_5'

interface DemoTeam {
  name: string
  about?: string
  /** The number of unnamed members besides the named ones. */
  crowd: number
  /** Named members; the first is the captain. */
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
  const numbers = await fillTeams(
    tx,
    { stage_id, competition_code },
    teams.map(({ name, about, closed, crowd, named: names = [] }, at) => ({
      ...{ name, about, closed },
      members: [
        ...names.map((each) => named[each]),
        ...(at === 1 ? [late] : []),
        ...free.splice(0, at === 1 ? crowd - 1 : crowd),
      ],
    })),
    now,
  )
  const onTheWay = [
    { team: 1, account_id: seekers[0] ?? 0, state: 'requested' as const },
    { team: 1, account_id: seekers[1] ?? 0, state: 'requested' as const },
    { team: 2, account_id: named.participant, state: 'invited' as const },
  ].map(({ team, ...row }) => ({ ...row, team_id: numbers[team] ?? 0, stage_id, since: since(-0.5) }))
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

/** Teams with their members, the captain first. Returns their ids. */
export async function fillTeams(
  tx: Tx,
  stage: { stage_id: number; competition_code: string },
  list: readonly { name: string; about?: string | undefined; closed?: true | undefined; members: readonly number[] }[],
  now: Date,
): Promise<number[]> {
  const made = await tx
    .insertInto('formed_teams')
    .values(
      list.map(({ name, about = '', closed }) => ({
        ...stage,
        name,
        name_key: teamNameKey(name),
        about,
        takes_requests: !closed,
        created_at: byDay(daysFrom(now, -1.9)),
      })),
    )
    .returning('id')
    .execute()
  const rows = list.flatMap(({ members }, at) =>
    members.map((account_id, place) => ({
      team_id: made[at]?.id ?? 0,
      stage_id: stage.stage_id,
      account_id,
      role: place === 0 ? ('captain' as const) : ('member' as const),
      state: 'active' as const,
      since: byDay(daysFrom(now, -1.9 + place * 0.2)),
    })),
  )
  await tx.insertInto('formed_team_members').values(rows).execute()
  return made.map(({ id }) => id)
}

const mayJoin = (number: number, stage: 'registration' | 'rules'): boolean => {
  const progress = progressOf(number)
  return hasPassed(progress, stage) && progress !== 'disqualified'
}
