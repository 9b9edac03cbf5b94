import type { Tx } from '#server/db.ts'
import type { FilledPeople } from './fill-people.ts'
import { byDay, daysFrom } from './moment.ts'
import { hasPassed, progressOf } from './progress.ts'
import { numberOf, type StageIds } from './stage-ids.ts'

const competition_code = 'ru_season_5'
const capacity = 5

/** The demo's regions by federal district, and the names of the district's teams. */
const groups = [
  {
    code: 'volga',
    title: 'Приволжский федеральный округ',
    regions: ['1600000000000', '5200000000000', '6300000000000', '0200000000000', '5900000000000'],
    teams: [
      'Волжский рубеж',
      'Точка роста',
      'Кама',
      'Открытый город',
      'Практики',
      'Север — юг',
      'Мастерская решений',
      'Полный ход',
      'Белая река',
      'Новый кампус',
      'Жигули',
      'Слобода',
      'Большая Волга',
      'Пермский период',
    ],
    /** The place of the named person's team in the list. */
    named: { finalist: 1 },
  },
  {
    code: 'ural',
    title: 'Уральский федеральный округ',
    regions: ['6600000000000', '7400000000000'],
    teams: ['Каменный пояс', 'Исеть', 'Опорный край'],
    named: { captain: 0 },
  },
] as const

const profiles = [
  {
    skills: 'Проекты в здравоохранении, бюджеты, переговоры',
    about: 'Люблю доводить до конца. На связи после 18 часов.',
  },
  { skills: 'Аналитика, расчёты, презентации', about: 'Отвечаю за цифры и за то, чтобы нас поняли.' },
  { skills: 'Производство, люди, сроки', about: 'Двенадцать лет на заводе, последние три — директор смены.' },
]

/** Teams of two districts: some are full, most have free places, two are empty. */
export async function fillRegionalTeams(tx: Tx, people: FilledPeople, ids: StageIds, now: Date): Promise<void> {
  for (const { code, title, regions, teams, named } of groups) {
    const { id: group_id } = await tx
      .insertInto('regional_groups')
      .values({ competition_code, code, title })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('regional_group_regions')
      .values(regions.map((region) => ({ competition_code, region, group_id })))
      .execute()
    const made = await tx
      .insertInto('regional_teams')
      .values(teams.map((name) => ({ group_id, competition_code, name, capacity })))
      .returning(['id'])
      .execute()
    const places = placesOf(made.length)
    for (const [name, at] of Object.entries(named)) places[at]?.unshift(people.named[name as 'finalist' | 'captain'])
    const free = people.crowd
      .filter(({ region }, number) => (regions as readonly string[]).includes(region) && mayJoin(number))
      .map(({ accountId }) => accountId)
    const members = made.flatMap(({ id: team_id }, at) => {
      const sitting = [...(places[at] ?? []), ...free.splice(0, wanted(at) - (places[at]?.length ?? 0))]
      return sitting.map((account_id, seat) => ({
        competition_code,
        account_id,
        team_id,
        capacity,
        seat: seat + 1,
        joined_at: byDay(daysFrom(now, -2.5 + seat * 0.3)),
      }))
    })
    await tx.insertInto('regional_team_members').values(members).execute()
    await tx
      .insertInto('regional_team_profiles')
      .values(
        members
          .filter(({ seat }) => seat !== 2)
          .map(({ account_id, joined_at }, at) => ({
            competition_code,
            account_id,
            skills: profiles[at % profiles.length]?.skills ?? '',
            about: profiles[at % profiles.length]?.about ?? '',
            saved_at: joined_at,
          })),
      )
      .execute()
    const stage_id = numberOf(ids, `${competition_code}/regional_team`)
    await tx
      .insertInto('stage_facts')
      .values(
        members.map(({ account_id, joined_at }) => ({
          account_id,
          stage_id,
          started_at: joined_at,
          passed_at: joined_at,
          reasons: [],
        })),
      )
      .execute()
  }
}

const placesOf = (teams: number): number[][] => Array.from({ length: teams }, () => [])

/** How many people a team has, by its place in the list: full, nearly full, begun, empty. */
const wanted = (at: number): number => [5, 3, 4, 2, 5, 3, 1, 0][at % 8] ?? 0

const mayJoin = (number: number): boolean => {
  const progress = progressOf(number)
  return hasPassed(progress, 'rules') && progress !== 'disqualified' && progress !== 'failed'
}
