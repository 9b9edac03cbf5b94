import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { loadDictionaries } from '#server/forms/dictionaries/load-dictionaries.ts'
import { aTeamStage } from '#server/testing/a-team-stage.ts'
import { countQueries } from '#server/testing/count-queries.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { teamsPage } from '#shared/programme/team-formation/limits.ts'

const kazan = '1600000000000'
const start = '2026-11-21T12:00:00+03:00'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ now: start })
  await loadDictionaries(app.db)
})
beforeEach(() => app.clock.set(start))
afterAll(() => app.close())

describe('the list', () => {
  test('KP-10 CL-10 it gives up to nine teams and the number of all: the own team first, then those with places, then full ones', async () => {
    const stage = await aTeamStage(app, { size_min: 1, size_max: 2 })
    const me = await stage.person()
    const numbered = (from: number, to: number) =>
      Array.from({ length: to - from }, (_none, at) => `Команда ${String(from + at).padStart(2, '0')}`)
    for (const name of numbered(0, 2)) {
      const [captain, member] = [await stage.person(), await stage.person()]
      const team = await stage.team(captain, name)
      await stage.join(member, team, await stage.code(captain, team))
    }
    for (const name of numbered(2, 11)) await stage.team(await stage.person(), name)
    const own = await stage.team(me, 'Ясень')
    await stage.join(await stage.person(), own, await stage.code(me, own))
    const first = await stage.list(me)
    expect([first.body.teams.length, first.body.count, teamsPage]).toEqual([9, 12, 9])
    expect(first.body.teams[0]).toMatchObject({ name: 'Ясень', my_team: true, standing: 'captain', places_left: 0 })
    expect(first.body.teams.slice(1).map(({ name }) => name)).toEqual(numbered(2, 10))
    const second = await stage.list(me, { offset: 9 })
    expect(second.body.teams.map(({ name }) => name)).toEqual([...numbered(10, 11), ...numbered(0, 2)])
    expect((await stage.list(me, { offset: 90 })).body).toMatchObject({ teams: [], count: 12 })
    expect((await stage.list(me, { limit: 10 })).status).toBe(400)
    expect((await stage.list(me, { limit: 3 })).body.teams.length).toBe(3)
  })

  test('CL-10 it is searched by a part of the name, also in similar letters; wildcards are plain characters', async () => {
    const stage = await aTeamStage(app)
    for (const name of ['Ёлки и сосны', '100% успеха', 'Север'])
      await stage.team(await stage.person(), `${name} ${stage.stageId}`)
    const me = await stage.person()
    const found = async (team_name: string) =>
      (await stage.list(me, { team_name })).body.teams.map(({ name }) => name.replace(` ${stage.stageId}`, ''))
    expect(await found(' ЕЛКИ ')).toEqual(['Ёлки и сосны'])
    expect(await found('ceвep')).toEqual(['Север'])
    expect(await found('%')).toEqual(['100% успеха'])
    expect(await found('_')).toEqual([])
  })

  test('the stored number of members is correct after every way to join and leave', async () => {
    const stage = await aTeamStage(app)
    const [captain, one, two, three] = [
      await stage.person(),
      await stage.person(),
      await stage.person(),
      await stage.person(),
    ]
    const team = await stage.team(captain, 'Сколько нас')
    const taken = async () =>
      (await app.db.selectFrom('formed_teams').select('taken').where('id', '=', team).executeTakeFirstOrThrow()).taken
    const code = await stage.code(captain, team)
    await stage.join(one, team, code)
    await stage.join(two, team)
    expect(await taken()).toBe(2)
    await stage.become(captain, team, two.testId, 'member')
    await stage.join(three, team, code)
    expect(await taken()).toBe(4)
    await stage.remove(captain, team, one.testId)
    await stage.remove(two, team, two.testId)
    expect(await taken()).toBe(2)
    await stage.join(one, team, code)
    await app.db.deleteFrom('accounts').where('id', '=', three.id).execute()
    expect(await taken()).toBe(2)
    await stage.remove(captain, team, captain.testId)
    await stage.remove(one, team, one.testId)
    expect(await taken()).toBe(0)
    expect((await stage.list(two)).body.count).toBe(0)
  })

  test('a stranger sees only the names of members', async () => {
    const stage = await aTeamStage(app)
    const captain = await stage.person(kazan)
    await stage.saveProfile(captain, captain.testId, 'Сметы')
    const teamId = await stage.team(captain, 'Скрытные')
    const stranger = await stage.person()
    expect((await stage.list(stranger)).body.teams[0]?.members.map((one) => Object.keys(one).sort())).toEqual([
      ['first_name', 'last_name', 'user_id'],
    ])
    const { body, text } = await stage.read(stranger, teamId)
    expect(body.members[0]).toMatchObject({ region: 'Республика Татарстан', skills: '', contact: '', captain: true })
    expect(body).toMatchObject({ completeness: null, invite_code: null, invite: null, requests: [], invited: [] })
    for (const secret of ['Сметы', '@me', captain.email, captain.phone ?? '']) expect(text).not.toContain(secret)
  })

  test('three teams take as many queries as one, and three members as many as one', async () => {
    const costs: number[] = []
    const reads: number[] = []
    for (const many of [1, 3]) {
      const stage = await aTeamStage(app)
      const captains = [await stage.person(), await stage.person(), await stage.person()].slice(0, many)
      const teams = []
      for (const captain of captains) teams.push(await stage.team(captain, `Счёт ${many} ${captain.id}`))
      const [first] = captains
      const [teamId = 0] = teams
      if (first && many === 3) {
        const code = await stage.code(first, teamId)
        for (let at = 0; at < 2; at += 1) await stage.join(await stage.person(), teamId, code)
      }
      const me = await stage.person()
      // The first call also reads the season.
      await stage.list(me)
      costs.push(await countQueries(() => stage.list(me)))
      reads.push(await countQueries(() => stage.read(me, teamId)))
    }
    expect(costs[0]).toBe(costs[1])
    expect(reads[0]).toBe(reads[1])
  })

  test('the list takes three statements, also for a person invited by e-mail, on any page and in any search', async () => {
    const stage = await aTeamStage(app)
    const [captain, me] = [await stage.person(), await stage.person()]
    const team_id = await stage.team(captain, 'Зовём письмом')
    expect((await stage.letter(captain, team_id, me.email)).status).toBe(200)
    const called = [{ team_id, name: 'Зовём письмом' }]
    // A real portal caches the caller; the app of this test reads the caller each time, which is not counted.
    const ofTheList = /^(?!select "accounts"\."second_factor")/
    for (const query of [{}, { team_name: 'зовём' }, { team_name: 'нет такой' }, { offset: 9 }]) {
      expect((await stage.list(me, query)).body.invitations).toEqual(called)
      expect([query, await countQueries(() => stage.list(me, query), ofTheList)]).toEqual([query, 3])
      await stage.list(captain, query)
      expect([query, await countQueries(() => stage.list(captain, query), ofTheList)]).toEqual([query, 3])
    }
    expect((await stage.list(me, { offset: 9 })).body).toMatchObject({ teams: [], count: 1 })
    expect((await stage.list(me, { team_name: 'нет такой' })).body).toMatchObject({ teams: [], count: 0 })
    expect((await stage.list(captain)).body).toMatchObject({ invitations: [], captain: true, team_id })
    await stage.join(me, team_id)
    expect((await stage.list(me)).body).toMatchObject({ invitations: [], captain: false, team_id })
  })

  test('a stage of another competition or another kind is not found', async () => {
    const stage = await aTeamStage(app)
    const teamId = await stage.team(await stage.person(), 'Чужие')
    const elsewhere = await aTeamStage(app)
    const me = await elsewhere.person()
    await app.db
      .updateTable('stages')
      .set({ tracks: ['main'] })
      .where('id', '=', stage.stageId)
      .execute()
    expect((await stage.list(me)).status).toBe(404)
    expect((await stage.read(me, teamId)).status).toBe(404)
    expect(
      (
        await app.call('GET /user/teams_formation/:stage_id/teams', {
          token: me.token,
          params: { stage_id: stage.rulesId },
        })
      ).status,
    ).toBe(404)
  })
})

describe('the name', () => {
  test('KP-10 KE-10 two teams of a competition cannot have similar names; the name of a dissolved team is free again', async () => {
    const stage = await aTeamStage(app)
    const first = await stage.person()
    const teamId = await stage.team(first, 'Точка роста')
    const second = await stage.person()
    for (const name of ['точка  РОСТА', 'Toчкa poста', '«Точка роста»']) {
      const refused = await stage.create(second, name)
      expect([name, refused.status, refused.body.code]).toEqual([name, 409, 'team_name_taken'])
      expect(refused.body.fields?.team_name?.rule).toBe('team_name_taken')
    }
    expect((await stage.create(second, ' ! ')).body.code).toBe('team_name_wrong')
    expect((await stage.create(second, 'я'.repeat(81))).body.code).toBe('team_name_wrong')
    const elsewhere = await aTeamStage(app)
    expect((await elsewhere.create(await elsewhere.person(), 'Точка роста')).status).toBe(200)
    await stage.remove(first, teamId, first.testId)
    expect((await stage.create(second, 'Точка роста')).status).toBe(200)
  })

  test('of several people who choose the same name at once only one gets it', async () => {
    const stage = await aTeamStage(app)
    const people = await Promise.all([stage.person(), stage.person(), stage.person()])
    const answers = await Promise.all(people.map((one) => stage.create(one, 'Гонка')))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  })

  test('only the captain can rename a team', async () => {
    const stage = await aTeamStage(app)
    const [captain, member, stranger] = [await stage.person(), await stage.person(), await stage.person()]
    const teamId = await stage.team(captain, 'Начало')
    await stage.team(stranger, 'Занято')
    await stage.join(member, teamId, await stage.code(captain, teamId))
    expect((await stage.change(captain, teamId, { team_name: ' Новое   имя ' })).body.name).toBe('Новое имя')
    expect((await stage.change(captain, teamId, { team_name: 'НОВОЕ имя' })).body.name).toBe('НОВОЕ имя')
    expect((await stage.change(captain, teamId, { team_name: 'Зaнято' })).body.code).toBe('team_name_taken')
    expect((await stage.change(captain, teamId, { about: ' Мы ', takes_requests: false })).body).toMatchObject({
      name: 'НОВОЕ имя',
      about: 'Мы',
      takes_requests: false,
    })
    for (const other of [member, stranger])
      expect((await stage.change(other, teamId, { team_name: 'Взлом' })).body.code).toBe('team_captain_only')
  })
})

describe('profiles', () => {
  test('CL-10 a profile is visible only to its owner, the team and captains who may accept the person', async () => {
    const stage = await aTeamStage(app)
    const [captain, other, me] = [await stage.person(), await stage.person(), await stage.person(kazan)]
    const teamId = await stage.team(captain, 'Знакомство')
    await stage.team(other, 'Соседи')
    expect((await stage.profile(me, me.testId)).body).toMatchObject({
      skills: '',
      saved_at: null,
      region: 'Республика Татарстан',
    })
    expect((await stage.saveProfile(me, me.testId, ' Сметы ')).status).toBe(200)
    expect((await stage.saveProfile(captain, me.testId, 'Подмена')).status).toBe(404)
    const readers = async () =>
      [await stage.profile(captain, me.testId), await stage.profile(other, me.testId)].map(({ status }) => status)
    expect(await readers()).toEqual([404, 404])
    await stage.look(me, true)
    expect(await readers()).toEqual([200, 200])
    expect((await stage.profile(captain, me.testId)).body).toMatchObject({ skills: 'Сметы', contact: '@me' })
    await stage.look(me, false)
    await stage.join(me, teamId)
    expect(await readers()).toEqual([200, 404])
    await stage.become(captain, teamId, me.testId, 'member')
    expect((await stage.profile(me, captain.testId)).status).toBe(200)
    expect((await stage.read(captain, teamId)).body.members[1]).toMatchObject({ skills: 'Сметы', contact: '@me' })
  })

  test('KP-10 only captains find people who look for a team, by skill and region, until these join one', async () => {
    const stage = await aTeamStage(app)
    const [captain, me, two] = [await stage.person(), await stage.person(kazan), await stage.person()]
    const teamId = await stage.team(captain, 'Поиск')
    await stage.saveProfile(me, me.testId, 'Сметы и бюджеты')
    await stage.look(me, true)
    app.clock.advance(1000)
    await stage.look(two, true)
    expect((await stage.list(me)).body.looking).toBe(true)
    expect((await stage.seekers(captain)).body).toMatchObject({ count: 2 })
    const found = async (search: string) =>
      (await stage.seekers(captain, { search })).body.seekers.map(({ user_id }) => user_id)
    expect([await found('СМЕТЫ'), await found('татарстан'), await found('%')]).toEqual([[me.testId], [me.testId], []])
    expect((await stage.seekers(me)).body.code).toBe('team_captain_only')
    await stage.invite(captain, teamId, me.testId)
    expect((await stage.seekers(captain, { search: 'сметы' })).body.seekers[0]?.invited).toBe(true)
    await stage.join(me, teamId)
    expect((await stage.seekers(captain)).body.count).toBe(1)
    expect((await stage.look(me, true)).body.code).toBe('already_in_team')
  })

  test('three people who look for a team take as many queries as one', async () => {
    const costs: number[] = []
    for (const many of [1, 3]) {
      const stage = await aTeamStage(app)
      const captain = await stage.person()
      await stage.team(captain, 'Счёт ищущих')
      for (let at = 0; at < many; at += 1) await stage.look(await stage.person(), true)
      costs.push(await countQueries(() => stage.seekers(captain)))
    }
    expect(costs[0]).toBe(costs[1])
  })
})
