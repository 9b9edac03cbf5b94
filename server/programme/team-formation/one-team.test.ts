import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { loadDictionaries } from '#server/forms/dictionaries/load-dictionaries.ts'
import { twoTeamStages } from '#server/testing/a-team-stage.ts'
import { anAccount, sessionOf } from '#server/testing/an-account.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

const start = '2026-11-21T12:00:00+03:00'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ now: start })
  await loadDictionaries(app.db)
})
beforeEach(() => app.clock.set(start))
afterAll(() => app.close())

const teamsOf = (accountId: number) =>
  app.db
    .selectFrom('formed_team_members')
    .select('team_id')
    .where('account_id', '=', accountId)
    .where('state', '=', 'active')
    .execute()
const words = (team: string) =>
  `Вы уже в команде «${team}» этапа «Первый сбор», а в конкурсе у человека одна команда. Сначала выйдите из неё`

describe('SK-10 a person has one active team of a competition, whatever stage it was formed at', () => {
  test('a member cannot create, join, request or look for another; the refusal names the team, and after leaving it is possible', async () => {
    const [first, second] = await twoTeamStages(app)
    const [me, captain] = [await first.person(), await first.person()]
    const mine = await first.team(me, 'Первые')
    const other = await second.team(captain, 'Вторые')
    const code = await second.code(captain, other)
    for (const { status, body } of [
      await second.create(me, 'Третьи'),
      await second.join(me, other, code),
      await second.join(me, other),
      await second.look(me, true),
    ])
      expect([status, body.code, body.message]).toEqual([409, 'in_other_team', words('Первые')])
    expect((await second.list(me)).body).toMatchObject({
      team_id: null,
      elsewhere: { team_id: mine, name: 'Первые', stage: 'Первый сбор' },
    })
    expect((await second.read(me, other, code)).body).toMatchObject({ may: [], in_team: true })
    expect((await first.list(me)).body).toMatchObject({ team_id: mine, elsewhere: null })
    expect((await first.remove(me, mine, me.testId)).status).toBe(200)
    expect((await second.list(me)).body.elsewhere).toBeNull()
    expect((await second.join(me, other, code)).body).toEqual({ team_id: other, standing: 'member' })
    expect((await second.create(await second.person(), 'Другие')).status).toBe(200)
  })

  test('a captain cannot find or accept a person who is now in a team of another stage', async () => {
    const [first, second] = await twoTeamStages(app)
    const [me, captain] = [await first.person(), await first.person()]
    const other = await second.team(captain, 'Ищем людей')
    expect((await second.look(me, true)).status).toBe(200)
    expect((await second.join(me, other)).body.standing).toBe('requested')
    expect((await second.seekers(captain)).body.count).toBe(1)
    await first.team(me, 'Уже нашли')
    expect((await second.seekers(captain)).body.count).toBe(0)
    expect((await second.become(captain, other, me.testId, 'member')).body.code).toBe('team_candidate_busy')
    const organiser = await anAccount(app, { isDemo: true, flags: ['assessment'] })
    const params = { competition: second.competition, code: 'more' }
    const added = await app.call('PUT /admin/competitions/:competition/stages/:code/teams/:team_id/members/:test_id', {
      token: (await sessionOf(app, organiser)).token,
      params: { ...params, team_id: other, test_id: me.testId },
      body: { become: 'member', reason: 'Просил' },
    })
    expect(added.body.code).toBe('team_candidate_busy')
    app.clock.set('2026-12-01T10:00:01+03:00')
    const plan = await app.call('GET /admin/competitions/:competition/stages/:code/teams-assembly', {
      token: (await sessionOf(app, organiser)).token,
      params,
    })
    expect([plan.status, plan.body.people]).toEqual([200, 0])
  })

  test('ten people who create a team at one stage and join one at the other at once each get into one, and the refusal names it', async () => {
    const [first, second] = await twoTeamStages(app)
    const captain = await second.person()
    const other = await second.team(captain, 'Сразу отовсюду')
    const code = await second.code(captain, other, { days: 1, uses: 50 })
    const people = await Promise.all(Array.from({ length: 10 }, () => first.person()))
    const settings = { size_max: 50 }
    await app.db
      .updateTable('stages')
      .set({ settings: JSON.stringify(settings) })
      .where('id', '=', second.stageId)
      .execute()
    await app.heard()
    await Promise.all(
      people.map(async (one, at) => {
        const answers = await Promise.all([first.create(one, `Сразу ${at}`), second.join(one, other, code)])
        const done = answers.filter(({ status }) => status === 200)
        const [refused] = answers.filter(({ status }) => status !== 200)
        expect([done.length, refused?.body.code]).toEqual([1, 'in_other_team'])
        expect(await teamsOf(one.id)).toEqual([{ team_id: done[0]?.body.team_id }])
      }),
    )
  })

  test('the database itself does not allow a second one', async () => {
    const [first, second] = await twoTeamStages(app)
    const [me, captain] = [await first.person(), await first.person()]
    await first.team(me, 'Одна на всех')
    const other = await second.team(captain, 'Вторая на всех')
    const row = { team_id: other, stage_id: second.stageId, account_id: me.id, since: app.clock.now() }
    await expect(
      app.db
        .insertInto('formed_team_members')
        .values({ ...row, state: 'active' })
        .execute(),
    ).rejects.toThrow('formed_team_members_one_team')
  })

  test('a person with a new track can leave the team of the earlier track, although its stage is hidden', async () => {
    const [first, second] = await twoTeamStages(app, { first: ['main'], second: ['other'] })
    const me = await first.person()
    const mine = await first.team(me, 'Прежний трек')
    await app.db.updateTable('participations').set({ track_code: 'other' }).where('account_id', '=', me.id).execute()
    await app.heard()
    expect((await first.list(me)).status).toBe(404)
    expect((await second.create(me, 'Новый трек')).body.message).toBe(words('Прежний трек'))
    expect((await first.remove(me, mine, me.testId)).body).toEqual({ team_id: null, standing: null })
    expect((await second.create(me, 'Новый трек')).status).toBe(200)
  })
})
