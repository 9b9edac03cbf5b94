import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadDictionaries } from '#server/forms/dictionaries/load-dictionaries.ts'
import { aCompetition, aPerson } from '#server/testing/a-competition.ts'
import { anAccount, sessionOf } from '#server/testing/an-account.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { regionalView } from '#shared/stages/regional-view.ts'

const kazan = '1600000000000'
const samara = '6300000000000'
const ufa = '0200000000000'
const at = '/admin/competitions/:competition/stages/:code' as const

let app: TestApp
beforeAll(async () => {
  app = await testApp({ now: '2026-11-21T12:00:00+03:00', remembers: true })
  await loadDictionaries(app.db)
})
afterAll(() => app.close())

const codeOf = ({ text }: { text: string }): string | undefined => (text === '' ? undefined : JSON.parse(text).code)

async function aSeason() {
  const { code: competition, stageIds } = await aCompetition(app.db, {
    teams: { type: 'teams_forming', view: regionalView, closes_at: new Date('2026-12-01T10:00:00+03:00') },
  })
  const { token } = await sessionOf(app, await anAccount(app, { isDemo: true, flags: ['assessment'] }))
  const params = { competition, code: 'teams' }
  const of = <Name extends string>(name: Name, id: number) => ({ ...params, [name]: id }) as never
  return {
    competition,
    stageId: stageIds.teams,
    async person(region = kazan) {
      const person = await aPerson(app)
      await app.db
        .insertInto('participations')
        .values({
          ...{ account_id: person.id, competition_code: competition, door: 'participant', region, track_code: 'main' },
          joined_at: app.clock.now(),
        })
        .execute()
      return {
        ...person,
        join: (team_id: number) =>
          app.call('POST /user/:code/regional_teams/join-team', {
            ...{ token: person.token, params: { code: competition }, body: { team_id } },
          }),
        status: async () => {
          const { body } = await app.call('GET /user/user-stages', {
            ...{ token: person.token, query: { competition_code: competition } },
          })
          return (body.stages as { status: string }[])[0]?.status
        },
        told: async () =>
          (
            await app.db
              .selectFrom('notifications')
              .select(['title', 'text'])
              .where('account_id', '=', person.id)
              .orderBy('id')
              .execute()
          ).at(-1),
      }
    },
    groups: async () => (await app.call(`GET ${at}/regional-groups`, { token, params })).body.groups,
    make: (title: string, regions: string[]) =>
      app.call(`POST ${at}/regional-groups`, { token, params, body: { title, regions } }),
    change: (id: number, title: string, regions: string[]) =>
      app.call(`PUT ${at}/regional-groups/:group_id`, { token, params: of('group_id', id), body: { title, regions } }),
    drop: (id: number) => app.call(`DELETE ${at}/regional-groups/:group_id`, { token, params: of('group_id', id) }),
    teams: async (group_id: number, search = '') =>
      (
        await app.call(`GET ${at}/regional-groups/:group_id/teams`, {
          token,
          params: of('group_id', group_id),
          query: { search },
        })
      ).body,
    team: (group: number, name: string, capacity: number) =>
      app.call(`POST ${at}/regional-groups/:group_id/teams`, {
        ...{ token, params: of('group_id', group), body: { name, capacity } },
      }),
    resize: (id: number, name: string, capacity: number) =>
      app.call(`PUT ${at}/regional-teams/:team_id`, { token, params: of('team_id', id), body: { name, capacity } }),
    dropTeam: (id: number) => app.call(`DELETE ${at}/regional-teams/:team_id`, { token, params: of('team_id', id) }),
    bring: (team_id: number, test_id: number) =>
      app.call(`PUT ${at}/regional-teams/:team_id/members/:test_id`, {
        ...{ token, params: { ...params, team_id, test_id }, body: { reason: 'Просил сам' } },
      }),
    takeOut: (team_id: number, test_id: number) =>
      app.call(`POST ${at}/regional-teams/:team_id/members/:test_id/removal`, {
        ...{ token, params: { ...params, team_id, test_id }, body: { reason: 'Переехал' } },
      }),
    marks: async (team_id: number) =>
      (await app.call(`GET ${at}/regional-teams/:team_id/marks`, { token, params: { ...params, team_id } })).body,
    mark: (team_id: number, author: number, teammate: number, mark: number | null) =>
      app.call(`PUT ${at}/regional-teams/:team_id/marks`, {
        ...{ token, params: { ...params, team_id }, body: { author, teammate, mark, reason: 'Ошибся строкой' } },
      }),
  }
}

test('an organiser makes groups of regions; a region is in only one of them, and people are found by it', async () => {
  const season = await aSeason()
  const person = await season.person()
  const volga = (await season.make(' Волга ', [kazan, samara])).body.id
  expect((await season.make('Другая', [ufa, samara])).body.code).toBe('region_in_other_group')
  expect((await season.make('Нет такого', ['9999999999999'])).body.code).toBe('region_not_found')
  const ural = (await season.make('Урал', [ufa])).body.id
  const answers = await Promise.all([
    season.change(ural, 'Урал', [ufa, '5900000000000']),
    season.change(volga, 'Волга', [kazan, samara, '5900000000000']),
  ])
  expect(answers.map((answer) => codeOf(answer) ?? 'in').sort()).toEqual(['in', 'region_in_other_group'])
  expect((await season.change(volga, 'Поволжье', [kazan])).status).toBe(204)
  expect((await season.groups()).map(({ title, regions }) => [title, regions.includes(samara)])).toEqual([
    ['Поволжье', false],
    ['Урал', false],
  ])
  const team = (await season.team(volga, 'Кама', 2)).body.id
  expect((await person.join(team)).status).toBe(200)
  expect(codeOf(await season.drop(volga))).toBe('regional_in_use')
  expect((await season.drop(ural)).status).toBe(204)
  expect(codeOf(await season.drop(ural))).toBe('regional_group_not_found')
  // A group of another competition cannot be reached through this one.
  const other = await aSeason()
  const theirs = (await other.make('Чужая', [kazan])).body.id
  expect(codeOf(await season.drop(theirs))).toBe('regional_group_not_found')
  expect((await season.team(theirs, 'Наша', 3)).body.code).toBe('regional_group_not_found')
})

test('places are added and removed, never below the number of people; a team with people cannot be removed', async () => {
  const season = await aSeason()
  const group = (await season.make('Волга', [kazan])).body.id
  const team = (await season.team(group, 'Кама', 3)).body.id
  const people = [await season.person(), await season.person(), await season.person()] as const
  for (const person of people) expect((await person.join(team)).status).toBe(200)
  expect((await season.resize(team, 'Кама', 2)).text).toContain('Людей в команде больше, чем мест: 3, а мест — 2')
  expect((await season.takeOut(team, people[0].testId)).status).toBe(204)
  // The person on the third place moves to the first.
  expect((await season.resize(team, 'Большая Кама', 2)).status).toBe(204)
  const seats = await app.db
    .selectFrom('regional_team_members')
    .select(['seat', 'capacity'])
    .where('team_id', '=', team)
    .orderBy('seat')
    .execute()
  expect(seats).toEqual([
    { seat: 1, capacity: 2 },
    { seat: 2, capacity: 2 },
  ])
  expect((await people[0].join(team)).body.code).toBe('team_full')
  expect(codeOf(await season.dropTeam(team))).toBe('regional_in_use')
  const empty = (await season.team(group, 'Пустая', 1)).body.id
  expect((await season.dropTeam(empty)).status).toBe(204)
  expect(codeOf(await season.dropTeam(empty))).toBe('team_not_found')
  expect(await season.teams(group)).toMatchObject({ count: 1, teams: [{ name: 'Большая Кама', capacity: 2 }] })
  expect((await season.teams(group, 'нет такой')).count).toBe(0)
})

test('people are brought in, moved and taken out, also after the close; each is notified with the reason, and the stage changes accordingly', async () => {
  const season = await aSeason()
  const group = (await season.make('Волга', [kazan])).body.id
  const [one, two] = [(await season.team(group, 'Первая', 1)).body.id, (await season.team(group, 'Вторая', 1)).body.id]
  const [person, late] = [await season.person(), await season.person(ufa)]
  expect((await person.join(one)).status).toBe(200)
  expect(codeOf(await season.bring(one, late.testId))).toBe('team_full')
  expect(await late.status()).toBe('available')
  expect((await season.bring(two, person.testId)).status).toBe(204)
  expect(await person.told()).toEqual({
    title: 'Вы в команде',
    text: 'Организатор ввёл вас в команду «Вторая». Причина: Просил сам',
  })
  expect((await season.bring(one, late.testId)).status).toBe(204)
  expect(await late.status()).toBe('success')
  expect(codeOf(await season.bring(one, 99_999_999))).toBe('user_not_found')
  expect(codeOf(await season.takeOut(two, late.testId))).toBe('team_member_not_found')
  expect((await season.takeOut(one, late.testId)).status).toBe(204)
  expect((await late.told())?.text).toBe('Организатор вывел вас из команды «Первая». Причина: Переехал')
  expect(await late.status()).toBe('available')
  // Two organisers move one person at once: the person is in one team.
  await Promise.all([season.bring(one, late.testId), season.bring(one, late.testId)])
  const rows = await app.db
    .selectFrom('regional_team_members')
    .select('team_id')
    .where('account_id', '=', late.id)
    .execute()
  expect(rows).toEqual([{ team_id: one }])
})

test('when an organiser and a participant want the last place at once, only one gets it', async () => {
  const season = await aSeason()
  const group = (await season.make('Волга', [kazan])).body.id
  const team = (await season.team(group, 'Последнее место', 1)).body.id
  const [one, two] = [await season.person(), await season.person()]
  const answers = await Promise.all([one.join(team), season.bring(team, two.testId)])
  expect(answers.filter(({ status }) => status < 300)).toHaveLength(1)
  expect(answers.map(codeOf).filter(Boolean)).toEqual(['team_full'])
})

test('marks of teammates are read, set, changed and removed, and their author is notified', async () => {
  const season = await aSeason()
  const group = (await season.make('Волга', [kazan])).body.id
  const team = (await season.team(group, 'Оценки', 3)).body.id
  const [author, mate, stranger] = [await season.person(), await season.person(), await season.person()]
  for (const person of [author, mate]) await person.join(team)
  const own = { token: author.token, params: { code: season.competition } }
  await app.call('POST /user/:code/regional_teams/my-team-assessments', {
    ...own,
    body: { assessments: [{ user_id: mate.testId, mark: 2, comment: 'Опаздывает' }] },
  })
  const given = { author: author.testId, teammate: mate.testId }
  expect((await season.marks(team)).marks).toEqual([{ ...given, mark: 2, comment: 'Опаздывает' }])
  expect((await season.teams(group)).teams[0]).toMatchObject({ marks: 1 })
  expect((await season.mark(team, author.testId, mate.testId, 5)).status).toBe(204)
  expect((await season.marks(team)).marks).toEqual([{ ...given, mark: 5, comment: 'Опаздывает' }])
  expect((await author.told())?.text).toContain('Причина: Ошибся строкой')
  expect((await season.mark(team, mate.testId, author.testId, 4)).status).toBe(204)
  expect((await season.marks(team)).marks).toHaveLength(2)
  expect((await season.mark(team, author.testId, mate.testId, null)).status).toBe(204)
  expect((await season.marks(team)).marks.map((each) => each.author)).toEqual([mate.testId])
  for (const [from, to] of [
    [author, author],
    [author, stranger],
  ] as const)
    expect(codeOf(await season.mark(team, from.testId, to.testId, 3))).toBe('not_teammate')
})
