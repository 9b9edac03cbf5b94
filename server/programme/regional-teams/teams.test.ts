import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aCompetition, aPerson } from '#server/testing/a-competition.ts'
import { aRegionalGroup } from '#server/testing/a-regional-team.ts'
import { sessionOf } from '#server/testing/an-account.ts'
import { countQueries } from '#server/testing/count-queries.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { regionalView } from '#shared/stages/regional-view.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const kazan = '1600000000000'
const opens_at = new Date('2026-11-01T10:00:00+03:00')
const closes_at = new Date('2026-12-01T10:00:00+03:00')

async function aSeason<Name extends string>(teams: Record<Name, number>, settings: Record<string, string> = {}) {
  const { code, stageIds } = await aCompetition(app.db, {
    teams: { type: 'teams_forming', view: regionalView, opens_at, closes_at, settings },
  })
  const ids = await aRegionalGroup(app.db, { competitionCode: code, region: kazan, teams })
  return { code, ids, stageId: stageIds.teams }
}

async function aMember(code: string, region: string | null = kazan) {
  const person = await aPerson(app)
  await app.db
    .insertInto('participations')
    .values({ account_id: person.id, competition_code: code, door: 'participant', region, joined_at: app.clock.now() })
    .execute()
  return person
}

type Query = { offset?: number; limit?: number; team_name?: string }
const group = (token: string, code: string, query: Query = {}) =>
  app.call('GET /user/:code/regional_teams/my-group', { token, params: { code }, query })
const join = (token: string, code: string, team_id: number) =>
  app.call('POST /user/:code/regional_teams/join-team', { token, params: { code }, body: { team_id } })
const leave = (token: string, code: string) =>
  app.call('POST /user/:code/regional_teams/leave-team', { token, params: { code } })
const team = async (token: string, code: string) =>
  (await app.call('GET /user/:code/regional_teams/my-team', { token, params: { code } })).body.team
const tell = (token: string, code: string, body: { skills: string; about: string }) =>
  app.call('POST /user/:code/regional_teams/my-profile', { token, params: { code }, body })
const marks = (token: string, code: string) =>
  app.call('GET /user/:code/regional_teams/my-team-assessments', { token, params: { code } })
const assess = (token: string, code: string, given: { user_id: number; mark: number; comment: string }[]) =>
  app.call('POST /user/:code/regional_teams/my-team-assessments', {
    token,
    params: { code },
    body: { assessments: given },
  })
const statusOf = async (token: string, code: string) => {
  const { body } = await app.call('GET /user/user-stages', { token, query: { competition_code: code } })
  return (body.stages as { status: string }[])[0]?.status
}
const seatsOf = (teamId: number) =>
  app.db.selectFrom('regional_team_members').select(['account_id', 'seat']).where('team_id', '=', teamId).execute()

describe('the group', () => {
  test('SC-07 CL-09 ST-08 it lists teams with members: the own team first, then those with places, then full ones', async () => {
    const { code, ids } = await aSeason({ Альфа: 1, Бета: 2, Вега: 2, Гамма: 1 })
    const [me, one, two] = [await aMember(code), await aMember(code), await aMember(code)]
    await join(one.token, code, ids.Альфа)
    await join(two.token, code, ids.Вега)
    app.clock.advance(1000)
    await join(me.token, code, ids.Вега)
    const { body } = await group(me.token, code)
    expect(body.teams.map(({ name, places_left, my_team }) => [name, places_left, my_team])).toEqual([
      ['Вега', 0, true],
      ['Бета', 2, false],
      ['Гамма', 1, false],
      ['Альфа', 0, false],
    ])
    expect(body).toMatchObject({ count: 4, team_id: ids.Вега, may_change: true, reason: '' })
    expect(body.group).toEqual({ code: `group_${kazan}`, title: `Округ ${kazan}` })
    expect(body.teams[0]?.members.map((member) => Object.keys(member).sort())).toEqual(
      Array(2).fill(['first_name', 'last_name', 'user_id']),
    )
    expect(body.teams[0]?.members.map(({ user_id }) => user_id)).toEqual([two.testId, me.testId])
    app.clock.advance(-1000)
  })

  test('CL-09 it has pages of ten and is searched by a part of the name; wildcards are plain characters', async () => {
    const { code } = await aSeason({
      ...Object.fromEntries(Array.from({ length: 12 }, (_none, at) => [`Команда ${String(at).padStart(2, '0')}`, 3])),
      '100% успеха': 3,
    })
    const { token } = await aMember(code)
    const first = await group(token, code)
    expect([first.body.teams.length, first.body.count]).toEqual([10, 13])
    const second = await group(token, code, { offset: 10 })
    expect(second.body.teams.map(({ name }) => name)).toEqual(['Команда 09', 'Команда 10', 'Команда 11'])
    const found = await group(token, code, { team_name: ' УСПЕХ ' })
    expect([found.body.count, found.body.teams[0]?.name]).toEqual([1, '100% успеха'])
    expect((await group(token, code, { team_name: '%' })).body.count).toBe(1)
    expect((await group(token, code, { team_name: '_' })).body.count).toBe(0)
    expect((await group(token, code, { offset: 50 })).body).toMatchObject({ teams: [], count: 13 })
  })

  test('CL-09 three teams take as many queries as one', async () => {
    const costs = []
    for (const teams of [{ А: 2 }, { А: 2, Б: 2, В: 2 }] as Record<string, number>[]) {
      const { code, ids } = await aSeason(teams)
      for (const id of Object.values(ids)) await join((await aMember(code)).token, code, id)
      const { token } = await aMember(code)
      costs.push(await countQueries(() => group(token, code)))
    }
    expect(costs[1]).toBe(costs[0])
  })

  test('CL-09 each region has its group; a person without a group sees and joins no team', async () => {
    const { code, ids } = await aSeason({ Альфа: 3 })
    const other = await aRegionalGroup(app.db, { competitionCode: code, region: '6600000000000', teams: { Исеть: 3 } })
    const [me, far, nowhere] = [await aMember(code), await aMember(code, '6600000000000'), await aMember(code, null)]
    expect((await group(far.token, code)).body.teams.map(({ name }) => name)).toEqual(['Исеть'])
    expect((await group(nowhere.token, code)).body).toMatchObject({ group: null, teams: [], count: 0 })
    for (const [token, id] of [
      [me.token, other.Исеть],
      [far.token, ids.Альфа],
      [nowhere.token, ids.Альфа],
      [me.token, 2147483647],
    ] as const) {
      const refused = await join(token, code, id)
      expect([refused.status, refused.body.code]).toEqual([404, 'team_not_found'])
    }
  })
})

describe('joining and leaving', () => {
  test('CL-09 ST-08 joining passes the stage; leaving frees the place and reopens the stage', async () => {
    const { code, ids } = await aSeason({ Альфа: 1, Бета: 1 })
    const [me, other] = [await aMember(code), await aMember(code)]
    expect((await join(me.token, code, ids.Альфа)).body).toEqual({ team_id: ids.Альфа })
    expect(await statusOf(me.token, code)).toBe('success')
    expect((await join(other.token, code, ids.Альфа)).body).toMatchObject({
      code: 'team_full',
      message: 'В этой команде уже нет мест. Выберите другую',
    })
    expect((await join(me.token, code, ids.Бета)).body.code).toBe('already_in_team')
    expect((await leave(me.token, code)).body).toEqual({ team_id: null })
    expect(await statusOf(me.token, code)).toBe('available')
    expect((await leave(me.token, code)).body.code).toBe('not_in_team')
    expect((await join(other.token, code, ids.Альфа)).status).toBe(200)
    expect((await join(me.token, code, ids.Бета)).status).toBe(200)
  })

  test('CL-09 repeating a call after a lost answer changes nothing', async () => {
    const { code, ids } = await aSeason({ Альфа: 3 })
    const { token } = await aMember(code)
    const answers = await Promise.all(Array.from({ length: 4 }, () => join(token, code, ids.Альфа)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(await seatsOf(ids.Альфа)).toHaveLength(1)
  })

  test('CL-09 of twelve people who want three places at once, three get them', async () => {
    const { code, ids } = await aSeason({ Альфа: 3 })
    const people = await Promise.all(Array.from({ length: 12 }, () => aMember(code)))
    const answers = await Promise.all(people.map(({ token }) => join(token, code, ids.Альфа)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
    expect(answers.filter(({ body }) => body.code === 'team_full')).toHaveLength(9)
    expect((await seatsOf(ids.Альфа)).map(({ seat }) => seat).sort()).toEqual([1, 2, 3])
  })

  test('CL-09 a person who joins five teams at once ends up in one', async () => {
    const { code, ids } = await aSeason({ А: 2, Б: 2, В: 2, Г: 2, Д: 2 })
    const { token, id } = await aMember(code)
    const answers = await Promise.all(Object.values(ids).map((teamId) => join(token, code, teamId)))
    expect(answers.map(({ body }) => body.code ?? 'in').sort()).toEqual([...Array(4).fill('already_in_team'), 'in'])
    const rows = await app.db.selectFrom('regional_team_members').select('seat').where('account_id', '=', id).execute()
    expect(rows).toHaveLength(1)
  })

  test('CL-09 the database itself allows nobody over the capacity or in two teams', async () => {
    const { code, ids } = await aSeason({ Альфа: 1, Бета: 1 })
    const [me, other] = [await aMember(code), await aMember(code)]
    await join(me.token, code, ids.Альфа)
    const seat = (account_id: number, team_id: number, number: number, capacity = 1) =>
      app.db
        .insertInto('regional_team_members')
        .values({ competition_code: code, account_id, team_id, capacity, seat: number, joined_at: app.clock.now() })
        .execute()
    await expect(seat(other.id, ids.Альфа, 2)).rejects.toThrow()
    await expect(seat(other.id, ids.Альфа, 2, 2)).rejects.toThrow()
    await expect(seat(other.id, ids.Альфа, 1)).rejects.toThrow()
    await expect(seat(me.id, ids.Бета, 1)).rejects.toThrow()
    await seat(other.id, ids.Бета, 1)
  })

  test('CL-09 before the stage opens and after it ends changes are refused with the reason', async () => {
    const { code, ids, stageId } = await aSeason({ Альфа: 3 })
    const [me, late] = [await aMember(code), await aMember(code)]
    await join(me.token, code, ids.Альфа)
    const now = app.clock.now()
    await app.db.updateTable('stages').set({ closes_at: now }).where('id', '=', stageId).execute()
    const reason = 'Срок закончился 21.11.2026 12:00 по Москве'
    for (const refused of [await leave(me.token, code), await join(late.token, code, ids.Альфа)])
      expect([refused.status, refused.body.code, refused.body.message]).toEqual([
        409,
        'teams_closed',
        `Менять состав команд сейчас нельзя. ${reason}`,
      ])
    expect((await group(me.token, code)).body).toMatchObject({ may_change: false, reason, team_id: ids.Альфа })
    expect(await statusOf(late.token, code)).toBe('timeover')
    const soon = new Date(now.getTime() + 1000)
    await app.db.updateTable('stages').set({ opens_at: soon, closes_at }).where('id', '=', stageId).execute()
    expect((await group(late.token, code)).body.code).toBe('stage_closed')
    expect((await join(late.token, code, ids.Альфа)).body.code).toBe('stage_closed')
  })

  test('CL-09 a disqualified person, a stranger and a competition without the stage are refused', async () => {
    const { code, ids } = await aSeason({ Альфа: 3 })
    const me = await aMember(code)
    await join(me.token, code, ids.Альфа)
    await app.db
      .updateTable('participations')
      .set({ disqualified_at: app.clock.now() })
      .where('account_id', '=', me.id)
      .execute()
    for (const answer of [await group(me.token, code), await leave(me.token, code)])
      expect(answer.status).toBeGreaterThanOrEqual(400)
    const stranger = await aPerson(app)
    expect((await group(stranger.token, code)).body.code).toBe('stage_closed')
    const { code: without } = await aCompetition(app.db, { teams: { type: 'teams_forming' } })
    expect((await group(stranger.token, without)).body.code).toBe('stage_not_found')
    expect((await group(stranger.token, 'nowhere')).body.code).toBe('competition_not_found')
  })
})

describe('profiles of members', () => {
  test('CL-09 only members of the team see it, while the person is in the team', async () => {
    const { code, ids } = await aSeason({ Альфа: 3, Бета: 3 })
    const [me, mate, other] = [await aMember(code), await aMember(code), await aMember(code)]
    expect((await tell(me.token, code, { skills: ' Бюджеты ', about: 'На связи вечером' })).status).toBe(200)
    await join(me.token, code, ids.Альфа)
    await join(mate.token, code, ids.Альфа)
    await join(other.token, code, ids.Бета)
    expect((await team(mate.token, code))?.members).toMatchObject([
      { user_id: me.testId, me: false, skills: 'Бюджеты', about: 'На связи вечером' },
      { user_id: mate.testId, me: true, skills: '', about: '' },
    ])
    const seen = async (token: string) =>
      JSON.stringify([(await group(token, code)).body, await team(token, code), (await marks(token, code)).body])
    expect(await seen(other.token)).not.toContain('Бюджеты')
    await leave(mate.token, code)
    expect(await seen(mate.token)).not.toContain('Бюджеты')
    const own = await app.call('GET /user/:code/regional_teams/my-profile', { token: me.token, params: { code } })
    expect(own.body).toEqual({ skills: 'Бюджеты', about: 'На связи вечером', saved_at: '2026-11-21 12:00:00' })
  })
})

describe('marks for teammates', () => {
  test('CL-09 a person gives each teammate a mark from 1 to 5, can change it, and the teammate does not see it', async () => {
    const { code, ids } = await aSeason({ Альфа: 3, Бета: 3 })
    const [me, mate, other] = [await aMember(code), await aMember(code), await aMember(code)]
    await join(me.token, code, ids.Альфа)
    await join(mate.token, code, ids.Альфа)
    await join(other.token, code, ids.Бета)
    await assess(me.token, code, [{ user_id: mate.testId, mark: 3, comment: '' }])
    const again = await assess(me.token, code, [{ user_id: mate.testId, mark: 5, comment: ' Держит слово ' }])
    expect(again.body).toEqual({ saved: 1 })
    expect((await marks(me.token, code)).body).toMatchObject({
      may_assess: true,
      teammates: [{ user_id: mate.testId, mark: 5, comment: 'Держит слово' }],
    })
    expect((await marks(mate.token, code)).text).not.toContain('Держит слово')
    for (const user_id of [me.testId, other.testId, 1]) {
      const refused = await assess(me.token, code, [
        { user_id: mate.testId, mark: 1, comment: '' },
        { user_id, mark: 5, comment: '' },
      ])
      expect([refused.status, refused.body.code]).toEqual([422, 'not_teammate'])
    }
    for (const mark of [0, 6, 2.5])
      expect((await assess(me.token, code, [{ user_id: mate.testId, mark, comment: '' }])).status).toBe(400)
    expect((await marks(me.token, code)).body.teammates[0]?.mark).toBe(5)
    await leave(mate.token, code)
    expect((await marks(me.token, code)).body.teammates).toEqual([])
    await join(mate.token, code, ids.Альфа)
    expect((await marks(me.token, code)).body.teammates[0]?.mark).toBeNull()
    expect(
      (await assess((await aMember(code)).token, code, [{ user_id: mate.testId, mark: 5, comment: '' }])).body.code,
    ).toBe('not_in_team')
  })

  test('CL-09 marks have their own dates, and three teammates take as many queries as one', async () => {
    const { code, ids } = await aSeason({ Альфа: 5 }, { assessment_opens_at: '2026-11-25T10:00:00+03:00' })
    const people = []
    for (let at = 0; at < 4; at += 1) {
      const person = await aMember(code)
      await join(person.token, code, ids.Альфа)
      people.push(person)
      if (at === 1)
        expect((await marks(person.token, code)).body).toMatchObject({
          may_assess: false,
          reason: 'Начало — 25.11.2026 10:00 по Москве',
          opens_at: '2026-11-25 10:00:00',
          closes_at: '2026-12-01 10:00:00',
        })
    }
    const [me, mate] = people as [(typeof people)[0], (typeof people)[0]]
    const refused = await assess(me.token, code, [{ user_id: mate.testId, mark: 5, comment: '' }])
    expect([refused.status, refused.body.code]).toEqual([409, 'assessment_closed'])
    const many = await countQueries(() => marks(me.token, code))
    const manyTeam = await countQueries(() => team(me.token, code))
    for (const { token } of people.slice(2)) await leave(token, code)
    expect(await countQueries(() => marks(me.token, code))).toBe(many)
    expect(await countQueries(() => team(me.token, code))).toBe(manyTeam)
    app.clock.set('2026-11-25T10:00:00+03:00')
    const { token } = await sessionOf(app, me)
    expect((await assess(token, code, [{ user_id: mate.testId, mark: 4, comment: '' }])).status).toBe(200)
    app.clock.set('2026-11-21T12:00:00+03:00')
  })
})
