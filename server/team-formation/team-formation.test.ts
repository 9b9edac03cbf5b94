import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { loadDictionaries } from '#server/dictionaries/load-dictionaries.ts'
import { erasePerson } from '#server/profile/erase-person.ts'
import { aTeamStage } from '#server/testing/a-team-stage.ts'
import { loggedIn } from '#server/testing/an-account.ts'
import { countQueries } from '#server/testing/count-queries.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { formalName } from '#shared/people/full-name.ts'
import { openRequestsMost, teamsPage } from '#shared/team-formation/limits.ts'
import { sortTeams } from '#shared/teams/team-action.ts'

const kazan = '1600000000000'
const start = '2026-11-21T12:00:00+03:00'
const afterEnd = '2026-12-01T10:00:01+03:00'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ now: start })
  await loadDictionaries(app.db)
})
beforeEach(() => app.clock.set(start))
afterAll(() => app.close())

const active = (teamId: number) =>
  app.db
    .selectFrom('formed_team_members')
    .select('account_id')
    .where('team_id', '=', teamId)
    .where('state', '=', 'active')
    .execute()
/** A token lives for a quarter of an hour: after a jump of the clock the person logs in again. */
const again = async <P extends { email: string }>(person: P) => ({
  ...person,
  token: (await loggedIn(app, person)).token,
})
const toldTo = async (accountId: number) =>
  (
    await app.db.selectFrom('notifications').select('title').where('account_id', '=', accountId).orderBy('id').execute()
  ).map(({ title }) => title)

describe('the list', () => {
  test('CL-10 it gives nine teams at most and the count: the own first, then those with places, then the full', async () => {
    const stage = await aTeamStage(app, { size_min: 1, size_max: 1 })
    const me = await stage.person()
    await stage.team(me, 'Ясень')
    for (let at = 0; at < 11; at += 1) await stage.team(await stage.person(), `Команда ${String(at).padStart(2, '0')}`)
    const first = await stage.list(me)
    expect([first.body.teams.length, first.body.count, teamsPage]).toEqual([9, 12, 9])
    expect(first.body.teams[0]).toMatchObject({ name: 'Ясень', my_team: true, standing: 'captain', places_left: 0 })
    expect(first.body.teams).toEqual(sortTeams(first.body.teams))
    const second = await stage.list(me, { offset: 9 })
    expect(second.body.teams.map(({ name }) => name)).toEqual(['Команда 08', 'Команда 09', 'Команда 10'])
    expect((await stage.list(me, { offset: 90 })).body).toMatchObject({ teams: [], count: 12 })
    expect((await stage.list(me, { limit: 10 })).status).toBe(400)
    expect((await stage.list(me, { limit: 3 })).body.teams.length).toBe(3)
  })

  test('CL-10 it is searched by a part of the name, whatever letters it is typed in, and signs of a pattern mean themselves', async () => {
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

  test('a stranger reads names and nothing else of the people', async () => {
    const stage = await aTeamStage(app)
    const captain = await stage.person(kazan)
    await stage.tell(captain, captain.testId, 'Сметы')
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

  test('three teams with people cost as many questions as one, and a team of three as many as a team of one', async () => {
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
      costs.push(await countQueries(() => stage.list(me)))
      reads.push(await countQueries(() => stage.read(me, teamId)))
    }
    expect(costs[0]).toBe(costs[1])
    expect(reads[0]).toBe(reads[1])
  })

  test('a stage that is not one’s own, or is not for forming teams, is not there', async () => {
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
  test('two teams of a competition cannot have names that look alike; a dissolved team gives its name back', async () => {
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

  test('of two who take one name at once one gets it', async () => {
    const stage = await aTeamStage(app)
    const people = await Promise.all([stage.person(), stage.person(), stage.person()])
    const answers = await Promise.all(people.map((one) => stage.create(one, 'Гонка')))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  })

  test('the captain renames it; a member and a stranger do not', async () => {
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

describe('coming in', () => {
  test('CL-10 a code lets in so many people until its day; a new one ends the old', async () => {
    const stage = await aTeamStage(app)
    const captain = await stage.person()
    const teamId = await stage.team(captain, 'По коду')
    const made = await stage.newCode(captain, teamId, { days: 2, uses: 1 })
    const code = made.body.invite_code ?? ''
    expect(code).toMatch(/^[a-z2-9]{5}-[a-z2-9]{5}$/)
    expect(made.body.invite).toEqual({ expires_at: '2026-11-23 12:00:00', uses_left: 1, valid: true })
    const [one, two] = [await stage.person(), await stage.person()]
    expect((await stage.byCode(one, ` ${code.toUpperCase().replace('-', ' ')} `)).body).toEqual({ team_id: teamId })
    expect((await stage.read(one, teamId, code)).body).toMatchObject({ code_fits: true, may: ['join'] })
    expect((await stage.read(one, teamId, 'aaaaa-aaaaa')).body).toMatchObject({ code_fits: false, may: ['request'] })
    expect((await stage.join(one, teamId, 'aaaaa-aaaaa')).body.code).toBe('team_code_wrong')
    expect((await stage.join(one, teamId, code)).body).toEqual({ team_id: teamId, standing: 'member' })
    expect((await stage.join(one, teamId, code)).body).toEqual({ team_id: teamId, standing: 'member' })
    expect((await stage.join(two, teamId, code)).body.code).toBe('team_code_wrong')
    expect((await stage.byCode(two, code)).body.code).toBe('team_code_wrong')
    const next = await stage.code(captain, teamId, { days: 1, uses: 5 })
    expect(next).not.toBe(code)
    expect((await stage.read(captain, teamId)).body.invite_code).toBe(next)
    expect((await stage.read(one, teamId)).body.invite_code).toBeNull()
    expect((await stage.newCode(one, teamId)).body.code).toBe('team_captain_only')
    app.clock.set('2026-11-22T12:00:00+03:00')
    expect((await stage.read(await again(captain), teamId)).body.invite?.valid).toBe(false)
    expect(
      (await app.db.selectFrom('formed_teams').selectAll().execute()).map((row) => JSON.stringify(row)).join(),
    ).not.toContain(next)
  })

  test('without a code the captain is asked, and takes in or declines', async () => {
    const stage = await aTeamStage(app)
    const [captain, one, two] = [await stage.person(), await stage.person(kazan), await stage.person()]
    const teamId = await stage.team(captain, 'По заявке')
    expect((await stage.join(one, teamId)).body).toEqual({ team_id: null, standing: 'requested' })
    expect((await stage.join(one, teamId)).body).toEqual({ team_id: null, standing: 'requested' })
    await stage.join(two, teamId)
    expect((await stage.read(captain, teamId)).body.requests.map(({ user_id, region }) => [user_id, region])).toEqual([
      [one.testId, 'Республика Татарстан'],
      [two.testId, ''],
    ])
    expect((await stage.read(one, teamId)).body).toMatchObject({
      requests: [],
      may: ['withdraw'],
      standing: 'requested',
    })
    expect(await toldTo(captain.id)).toEqual(['Заявка в команду', 'Заявка в команду'])
    expect((await stage.become(one, teamId, one.testId, 'member')).body.code).toBe('team_captain_only')
    expect((await stage.become(captain, teamId, one.testId, 'member')).body.members.length).toBe(2)
    expect((await stage.become(captain, teamId, one.testId, 'member')).status).toBe(200)
    expect((await stage.remove(captain, teamId, two.testId)).status).toBe(200)
    expect((await stage.become(captain, teamId, two.testId, 'member')).body.code).toBe('team_member_not_found')
    expect([await toldTo(one.id), await toldTo(two.id)]).toEqual([['Вы в команде'], ['Заявка отклонена']])
    await stage.change(captain, teamId, { takes_requests: false })
    expect((await stage.join(two, teamId)).body.code).toBe('team_requests_closed')
  })

  test('an invitation by number lets in without a code, and may be declined or called back', async () => {
    const stage = await aTeamStage(app)
    const [captain, one, two] = [await stage.person(), await stage.person(), await stage.person()]
    const outsider = await (await aTeamStage(app)).person()
    const teamId = await stage.team(captain, 'По зову')
    for (const called of [one, two]) await stage.invite(captain, teamId, called.testId)
    const page = await stage.invite(captain, teamId, one.testId)
    expect(page.body.invited.map((row) => Object.keys(row))).toEqual(Array(2).fill(['user_id', 'since']))
    expect((await stage.invite(captain, teamId, outsider.testId)).body.code).toBe('user_not_found')
    expect((await stage.invite(one, teamId, two.testId)).body.code).toBe('team_captain_only')
    expect((await stage.list(one)).body.invitations).toEqual([{ team_id: teamId, name: 'По зову' }])
    expect((await stage.read(one, teamId)).body.may).toEqual(['join', 'decline'])
    expect((await stage.join(one, teamId)).body.standing).toBe('member')
    await stage.remove(two, teamId, two.testId)
    expect((await stage.join(two, teamId)).body.standing).toBe('requested')
    expect(await toldTo(one.id)).toEqual(['Приглашение в команду'])
  })

  test('whoever joins withdraws what he asked elsewhere, and has no more than so many requests', async () => {
    const stage = await aTeamStage(app)
    const me = await stage.person()
    const teams = []
    for (let at = 0; at <= openRequestsMost; at += 1) {
      const captain = await stage.person()
      teams.push({ captain, id: await stage.team(captain, `Много ${at}`) })
    }
    const answers = []
    for (const { id } of teams) answers.push((await stage.join(me, id)).status)
    expect(answers).toEqual([...Array(openRequestsMost).fill(200), 409])
    const [first, second] = teams
    if (!first || !second) throw new Error('no teams')
    await stage.become(first.captain, first.id, me.testId, 'member')
    expect((await stage.read(second.captain, second.id)).body.requests).toEqual([])
    expect((await stage.become(second.captain, second.id, me.testId, 'member')).body.code).toBe('team_member_not_found')
    expect((await stage.join(me, second.id)).body.code).toBe('already_in_team')
    expect((await stage.create(me, 'Вторая')).body.code).toBe('already_in_team')
  })

  test('of ten who want the last place one gets it', async () => {
    const stage = await aTeamStage(app, { size_max: 2 })
    const captain = await stage.person()
    const teamId = await stage.team(captain, 'Последнее место')
    const code = await stage.code(captain, teamId, { days: 1, uses: 50 })
    const people = await Promise.all(Array.from({ length: 10 }, () => stage.person()))
    const answers = await Promise.all(people.map((one) => stage.join(one, teamId, code)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)])
    expect(answers.filter(({ status }) => status === 409).map(({ body }) => body.code)).toEqual(
      Array(9).fill('team_full'),
    )
    expect((await active(teamId)).length).toBe(2)
  })

  test('whoever joins two teams at once is in one, by code and by the captains’ consent', async () => {
    const stage = await aTeamStage(app)
    const [first, second, me] = [await stage.person(), await stage.person(), await stage.person()]
    const teams = [await stage.team(first, 'Одна'), await stage.team(second, 'Другая')] as const
    const codes = [await stage.code(first, teams[0]), await stage.code(second, teams[1])] as const
    const answers = await Promise.all([stage.join(me, teams[0], codes[0]), stage.join(me, teams[1], codes[1])])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const other = await stage.person()
    await stage.join(other, teams[0])
    await stage.join(other, teams[1])
    const accepted = await Promise.all([
      stage.become(first, teams[0], other.testId, 'member'),
      stage.become(second, teams[1], other.testId, 'member'),
    ])
    expect(accepted.map(({ status }) => status).sort()).not.toEqual([200, 200])
    const rows = await app.db
      .selectFrom('formed_team_members')
      .select('team_id')
      .where('state', '=', 'active')
      .where('account_id', 'in', [me.id, other.id])
      .execute()
    expect(rows.length).toBe(2)
  })
})

describe('leaving', () => {
  test('a captain leaves the team to its oldest member; the last one dissolves it', async () => {
    const stage = await aTeamStage(app)
    const [captain, one, two] = [await stage.person(), await stage.person(), await stage.person()]
    const teamId = await stage.team(captain, 'Смена')
    const code = await stage.code(captain, teamId)
    for (const member of [one, two]) {
      app.clock.advance(1000)
      await stage.join(member, teamId, code)
    }
    expect((await stage.remove(captain, teamId, captain.testId)).body).toEqual({ team_id: null, standing: null })
    expect((await stage.read(one, teamId)).body.standing).toBe('captain')
    expect(await toldTo(one.id)).toContain('Вы капитан команды')
    expect((await stage.remove(two, teamId, two.testId)).status).toBe(200)
    expect((await stage.remove(two, teamId, two.testId)).body.code).toBe('not_in_team')
    await stage.remove(one, teamId, one.testId)
    expect((await stage.read(one, teamId)).status).toBe(404)
    expect((await stage.join(two, teamId, code)).status).toBe(404)
  })

  test('the captain hands over and sends away; a member does neither', async () => {
    const stage = await aTeamStage(app)
    const [captain, one, two] = [await stage.person(), await stage.person(), await stage.person()]
    const teamId = await stage.team(captain, 'Права')
    const code = await stage.code(captain, teamId)
    for (const member of [one, two]) await stage.join(member, teamId, code)
    expect((await stage.remove(one, teamId, two.testId)).body.code).toBe('team_captain_only')
    expect((await stage.become(one, teamId, one.testId, 'captain')).body.code).toBe('team_captain_only')
    const stranger = await stage.person()
    expect((await stage.become(captain, teamId, stranger.testId, 'captain')).body.code).toBe('team_member_not_found')
    expect((await stage.become(captain, teamId, one.testId, 'captain')).body.standing).toBe('member')
    expect((await stage.remove(captain, teamId, two.testId)).body.code).toBe('team_captain_only')
    expect((await stage.remove(one, teamId, two.testId)).status).toBe(200)
    expect(await toldTo(two.id)).toEqual(['Вы больше не в команде'])
    expect((await stage.stage(two))?.status).toBe('available')
  })

  test('whoever erases the account leaves an open team as anybody would, and a locked one keeps his place counted', async () => {
    const erase = async (id: number) => {
      const now = app.clock.now()
      await app.db.insertInto('erasure_requests').values({ account_id: id, asked_at: now, due_at: now }).execute()
      await erasePerson(app.services, { accountId: id })
    }
    const stage = await aTeamStage(app, { size_max: 3 })
    const [captain, one, two] = [await stage.person(), await stage.person(), await stage.person()]
    const teamId = await stage.team(captain, 'Память')
    const code = await stage.code(captain, teamId)
    for (const member of [one, two]) await stage.join(member, teamId, code)
    await erase(captain.id)
    expect((await stage.stage(one))?.status).toBe('in_progress')
    const led = (await stage.read(one, teamId)).body
    expect([led.places_left, led.members.filter((member) => member.captain).length]).toEqual([1, 1])
    const leader = led.standing === 'captain' ? one : two
    await stage.join(await stage.person(), teamId, await stage.code(leader, teamId))
    app.clock.set(afterEnd)
    const last = await again(one)
    expect((await stage.stage(last))?.status).toBe('wait')
    await erase(two.id)
    expect((await stage.stage(last))?.status).toBe('wait')
  })
})

describe('how the stage stands for the person', () => {
  test('GD-11 GD-12 available, in_progress with the team’s number, then wait behind a lock that refuses changes', async () => {
    const stage = await aTeamStage(app, { size_max: 2 })
    const [captain, one] = [await stage.person(), await stage.person()]
    expect(await stage.stage(captain)).toMatchObject({ status: 'available', extra_data: { team_id: null } })
    const teamId = await stage.team(captain, 'Этапы')
    expect(await stage.stage(captain)).toMatchObject({
      status: 'in_progress',
      extra_data: { team_id: teamId, reason: 'Команда «Этапы»: 1 из 2. Соберите её до 01.12.2026 10:00' },
    })
    const code = await stage.code(captain, teamId, { days: 30, uses: 5 })
    await stage.join(one, teamId, code)
    expect((await stage.read(one, teamId)).body).toMatchObject({ state: 'complete', completeness: { words: '2 из 2' } })
    const late = await stage.person()
    app.clock.set(afterEnd)
    const [leader, member, outside] = [await again(captain), await again(one), await again(late)]
    expect((await stage.stage(leader))?.status).toBe('wait')
    expect((await stage.stage(outside))?.status).toBe('timeover')
    expect((await stage.read(member, teamId)).body).toMatchObject({ state: 'locked', may: [], may_change: false })
    const refused = [
      await stage.remove(member, teamId, member.testId),
      await stage.join(outside, teamId, code),
      await stage.create(outside, 'Поздно'),
      await stage.change(leader, teamId, { team_name: 'Поздно' }),
      await stage.newCode(leader, teamId),
      await stage.invite(leader, teamId, outside.testId),
      await stage.look(outside, true),
    ]
    for (const { status, body } of refused)
      expect([status, body.code, body.message]).toEqual([
        409,
        'teams_closed',
        'Менять состав команд сейчас нельзя. Срок закончился 01.12.2026 10:00 по Москве',
      ])
    await app.db.updateTable('formed_teams').set({ verdict: 'admitted', verdict_at: app.clock.now() }).execute()
    expect((await stage.stage(member))?.status).toBe('success')
    await app.db.updateTable('formed_teams').set({ verdict: 'rejected', verdict_at: app.clock.now() }).execute()
    expect((await stage.stage(member))?.status).toBe('not_allowed')
    expect((await stage.read(member, teamId)).status).toBe(200)
  })

  test('a team that is not complete when the stage closes has run out of time; a personal extension keeps it open', async () => {
    const stage = await aTeamStage(app, { size_max: 2 })
    const captain = await stage.person()
    const teamId = await stage.team(captain, 'Не успели')
    await app.db
      .insertInto('stage_extensions')
      .values({
        stage_id: stage.stageId,
        account_id: captain.id,
        closes_at: new Date('2026-12-03T10:00:00+03:00'),
        reason: 'Сбой',
        granted_at: app.clock.now(),
      })
      .execute()
    app.clock.set(afterEnd)
    const leader = await again(captain)
    expect((await stage.stage(leader))?.status).toBe('in_progress')
    expect((await stage.change(leader, teamId, { about: 'Успеем' })).status).toBe(200)
    await app.db.deleteFrom('stage_extensions').execute()
    expect((await stage.stage(leader))?.status).toBe('timeover')
  })

  test('the panel says who has not accepted the rules or given a consent, and the stage waits for it', async () => {
    const stage = await aTeamStage(app, {
      size_max: 2,
      check: 'auto',
      member_stages: ['rules'],
      member_consents: [{ code: 'data', title: 'О данных' }],
    })
    const [captain, one] = [await stage.person(), await stage.person()]
    const accept = (account_id: number) =>
      app.db
        .insertInto('stage_facts')
        .values({ account_id, stage_id: stage.rulesId, passed_at: app.clock.now(), reasons: [] })
        .onConflict((conflict) =>
          conflict.columns(['account_id', 'stage_id']).doUpdateSet({ passed_at: app.clock.now() }),
        )
        .execute()
    await app.db
      .insertInto('consent_texts')
      .values({ text_hash: Buffer.alloc(32), text: 'Текст' })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const consent = (account_id: number) =>
      app.db
        .insertInto('consents')
        .values({
          account_id,
          competition_code: stage.competition,
          document_code: 'data',
          document_version: 1,
          document_title: 'О данных',
          text_hash: Buffer.alloc(32),
          purpose: '',
          given_at: app.clock.now(),
          ip: '192.0.2.1',
        })
        .execute()
    const teamId = await stage.team(captain, 'Полнота')
    await stage.join(one, teamId, await stage.code(captain, teamId))
    await accept(captain.id)
    await consent(captain.id)
    await accept(one.id)
    const { completeness, members } = (await stage.read(captain, teamId)).body
    const name = members.find(({ me }) => !me)
    expect(completeness).toEqual({
      words: '2 из 2',
      complete: false,
      lines: [`${formalName({ ...name })}: согласие не подтверждено: «О данных»`],
    })
    expect((await stage.stage(captain))?.extra_data.reason).toContain('условия выполнили не все')
    await consent(one.id)
    expect((await stage.stage(captain))?.extra_data.reason).toContain('собрана')
    app.clock.set(afterEnd)
    const member = await again(one)
    expect((await stage.stage(member))?.status).toBe('success')
    await app.db
      .updateTable('consents')
      .set({ withdrawn_at: new Date('2026-12-02T00:00:00Z') })
      .where('account_id', '=', captain.id)
      .execute()
    expect((await stage.stage(member))?.status).toBe('success')
  })

  test('a gate that asks for a team is met by the team', async () => {
    const stage = await aTeamStage(app, { size_max: 2 })
    await app.db
      .updateTable('stages')
      .set({ gate: JSON.stringify({ team: 'complete' }) })
      .where('id', '=', stage.rulesId)
      .execute()
    const [captain, one] = [await stage.person(), await stage.person()]
    const rules = async (who: typeof one) =>
      (
        (await app.call('GET /user/user-stages', { token: who.token, query: { competition_code: stage.competition } }))
          .body.stages as { type: string; status: string }[]
      ).find(({ type }) => type === 'rules')?.status
    const teamId = await stage.team(captain, 'Ворота')
    expect(await rules(captain)).toBe('wait')
    await stage.join(one, teamId, await stage.code(captain, teamId))
    expect(await rules(captain)).toBe('available')
  })

  test('a disqualified person sees no teams and is missing from his own', async () => {
    const stage = await aTeamStage(app, { size_max: 2 })
    const [captain, one] = [await stage.person(), await stage.person()]
    const teamId = await stage.team(captain, 'Без одного')
    await stage.join(one, teamId, await stage.code(captain, teamId))
    await app.db
      .updateTable('participations')
      .set({ disqualified_at: app.clock.now() })
      .where('account_id', '=', one.id)
      .execute()
    expect((await stage.list(one)).body.code).toBe('stage_not_allowed')
    expect((await stage.read(captain, teamId)).body.completeness?.lines[0]).toMatch(/участие в конкурсе прекращено$/)
    expect((await stage.stage(captain))?.status).toBe('in_progress')
  })
})

describe('what people tell of themselves', () => {
  test('CL-10 a profile is seen by its owner, his team and captains whom it concerns, and by nobody else', async () => {
    const stage = await aTeamStage(app)
    const [captain, other, me] = [await stage.person(), await stage.person(), await stage.person(kazan)]
    const teamId = await stage.team(captain, 'Знакомство')
    await stage.team(other, 'Соседи')
    expect((await stage.profile(me, me.testId)).body).toMatchObject({
      skills: '',
      saved_at: null,
      region: 'Республика Татарстан',
    })
    expect((await stage.tell(me, me.testId, ' Сметы ')).status).toBe(200)
    expect((await stage.tell(captain, me.testId, 'Подмена')).status).toBe(404)
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

  test('captains find those who look for a team by skill and region; others do not, and joining ends the search', async () => {
    const stage = await aTeamStage(app)
    const [captain, me, two] = [await stage.person(), await stage.person(kazan), await stage.person()]
    const teamId = await stage.team(captain, 'Поиск')
    await stage.tell(me, me.testId, 'Сметы и бюджеты')
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

  test('three who look cost as many questions as one', async () => {
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
