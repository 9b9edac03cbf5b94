import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { erasePerson } from '#server/accounts/profile/erase-person.ts'
import { loadDictionaries } from '#server/forms/dictionaries/load-dictionaries.ts'
import { erasureHooks } from '#server/personal-data-hooks.ts'
import { aTeamStage } from '#server/testing/a-team-stage.ts'
import { withNewSession } from '#server/testing/an-account.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { limits } from '#shared/platform/api/limits.ts'
import { maxOpenRequests } from '#shared/programme/team-formation/limits.ts'

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
const notificationsOf = async (accountId: number) =>
  (
    await app.db.selectFrom('notifications').select('title').where('account_id', '=', accountId).orderBy('id').execute()
  ).map(({ title }) => title)

describe('joining', () => {
  test('KP-10 CL-10 a code has a maximum number of uses and an expiry, and a new code replaces it', async () => {
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
    expect((await stage.read(await withNewSession(app, captain), teamId)).body.invite?.valid).toBe(false)
    expect(
      (await app.db.selectFrom('formed_teams').selectAll().execute()).map((row) => JSON.stringify(row)).join(),
    ).not.toContain(next)
  })

  test('wrong codes count for the person and for the address, in every call; after too many no code of the person is read', async () => {
    const stage = await aTeamStage(app)
    const [captain, guesser, neighbour] = [await stage.person(), await stage.person(), await stage.person()]
    const teamId = await stage.team(captain, 'Под замком')
    const code = await stage.code(captain, teamId)
    const { points } = limits.team_code
    const ways = [
      () => stage.join(guesser, teamId, 'aaaaa-aaaaa'),
      () => stage.byCode(guesser, 'aaaaa-aaaaa'),
      () => stage.read(guesser, teamId, 'aaaaa-aaaaa'),
    ]
    for (let tried = 0; tried < points; tried += 1) expect((await ways[tried % ways.length]?.())?.status).not.toBe(429)
    // The page can still be read, and reveals nothing about the code, even the right one.
    for (const guess of ['aaaaa-aaaaa', code]) {
      expect((await stage.read(guesser, teamId, guess)).body).toMatchObject({
        ...{ code_fits: null, code_wait: limits.team_code.seconds, may: ['request'] },
      })
      expect((await stage.byCode(guesser, guess)).body.code).toBe('too_many_requests')
      const refused = await stage.join(guesser, teamId, guess)
      expect([refused.status, refused.body.code]).toEqual([429, 'too_many_requests'])
    }
    expect((await stage.join(guesser, teamId)).body).toMatchObject({ standing: 'requested' })
    // Another person at the same address is not affected.
    expect((await stage.join(neighbour, teamId, code)).body).toMatchObject({ standing: 'member' })
    const late = await stage.person()
    const { team_code_client: ofClient } = limits
    const ends = String(app.clock.now().getTime() + ofClient.seconds * 1000)
    await sql`insert into throttles (key, points, expire)
      values ('team_code_client:203.0.113.50', ${ofClient.points}, ${ends}::bigint)`.execute(app.db)
    const from = (ip: string, invite_code = 'bbbbb-bbbbb') =>
      app.call('POST /user/teams_formation/teams/:team_id/members', {
        ...{ ip, token: late.token, params: { team_id: teamId }, body: { invite_code } },
      })
    const shut = '203.0.113.50'
    expect((await from(shut)).status).toBe(429)
    expect((await from('203.0.113.51')).body.code).toBe('team_code_wrong')
    // A blocked address does not affect people with the right code: it fits, and they join.
    const seen = await app.call('GET /user/teams_formation/teams/:team_id', {
      ...{ ip: shut, token: late.token, params: { team_id: teamId }, query: { invite_code: code } },
    })
    expect(seen.body).toMatchObject({ code_fits: true, code_wait: null, may: ['join'] })
    expect((await from(shut, code)).body).toMatchObject({ standing: 'member' })
    app.clock.advance(3_600_000)
    expect((await stage.join(await withNewSession(app, guesser), teamId, code)).body).toMatchObject({
      standing: 'member',
    })
  })

  test('R-87 200 guesses at the same moment are counted as well, and so are those of all people', async () => {
    const stage = await aTeamStage(app)
    const [captain, guesser, late] = [await stage.person(), await stage.person(), await stage.person()]
    const teamId = await stage.team(captain, 'Под натиском')
    const answers = await Promise.all(Array.from({ length: 200 }, () => stage.join(guesser, teamId, 'ccccc-ccccc')))
    const told = (code: string) => answers.filter(({ body }) => body.code === code).length
    expect([told('team_code_wrong'), told('too_many_requests')]).toEqual([limits.team_code.points, 170])
    const seen = await Promise.all(Array.from({ length: 100 }, () => stage.read(late, teamId, 'ccccc-ccccc')))
    expect(seen.filter(({ body }) => body.code_fits === false)).toHaveLength(limits.team_code.points)
    const { rows } = await sql<{ points: number }>`select points from throttles
      where key = ${`team_code_all:s${stage.stageId}`}`.execute(app.db)
    expect(rows[0]?.points).toBeGreaterThanOrEqual(2 * limits.team_code.points)
  })

  test('a right code counts as no guess, and neither does a used-up, expired or replaced one', async () => {
    const stage = await aTeamStage(app)
    const [captain, member, late] = [await stage.person(), await stage.person(), await stage.person()]
    const teamId = await stage.team(captain, 'Ссылка ходит по рукам')
    const code = await stage.code(captain, teamId, { days: 2, uses: 1 })
    const counted = async () =>
      (await sql`select from throttles where key = ${`team_code:a${late.id}`} and points > 0`.execute(app.db)).rows
        .length
    const points = () =>
      sql<{ points: number }>`select points from throttles where key like 'team_code_client:%' order by key`.execute(
        app.db,
      )
    const before = (await points()).rows
    for (let seen = 0; seen < limits.team_code.points + 1; seen += 1)
      expect((await stage.byCode(late, code)).body).toEqual({ team_id: teamId })
    await stage.join(member, teamId, code)
    for (const at of [start, '2026-11-24T12:00:00+03:00']) {
      app.clock.set(at)
      const { token } = await withNewSession(app, late)
      expect((await stage.read({ ...late, token }, teamId, code)).body).toMatchObject({
        code_fits: false,
        code_wait: null,
      })
      expect((await stage.join({ ...late, token }, teamId, code)).body.code).toBe('team_code_wrong')
      expect((await stage.byCode({ ...late, token }, code)).body.code).toBe('team_code_wrong')
    }
    // A code that the captain has replaced or cancelled is refused with its own message.
    const head = { ...captain, ...(await withNewSession(app, captain)) }
    const who = { ...late, ...(await withNewSession(app, late)) }
    const next = await stage.code(head, teamId, { days: 2, uses: 5 })
    await app.call('DELETE /user/teams_formation/teams/:team_id/invite_code', {
      ...{ token: head.token, params: { team_id: teamId } },
    })
    for (const old of [code, next]) {
      expect((await stage.read(who, teamId, old)).body).toMatchObject({ code_fits: false, code_replaced: true })
      expect((await stage.join(who, teamId, old)).body.code).toBe('team_code_replaced')
      expect((await stage.byCode(who, old)).body.code).toBe('team_code_replaced')
    }
    expect(await counted()).toBe(0)
    expect((await points()).rows).toEqual(before)
  })

  test('KP-10 without a code the captain gets a request and accepts or declines it', async () => {
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
    expect(await notificationsOf(captain.id)).toEqual(['Заявка в команду', 'Заявка в команду'])
    expect((await stage.become(one, teamId, one.testId, 'member')).body.code).toBe('team_captain_only')
    expect((await stage.become(captain, teamId, one.testId, 'member')).body.members.length).toBe(2)
    expect((await stage.become(captain, teamId, one.testId, 'member')).status).toBe(200)
    expect((await stage.remove(captain, teamId, two.testId)).status).toBe(200)
    expect((await stage.become(captain, teamId, two.testId, 'member')).body.code).toBe('team_member_not_found')
    expect([await notificationsOf(one.id), await notificationsOf(two.id)]).toEqual([
      ['Вы в команде'],
      ['Заявка отклонена'],
    ])
    await stage.change(captain, teamId, { takes_requests: false })
    expect((await stage.join(two, teamId)).body.code).toBe('team_requests_closed')
  })

  test('KP-10 an invited person joins without a code; an invitation can be declined or withdrawn', async () => {
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
    expect(await notificationsOf(one.id)).toEqual(['Приглашение в команду'])
  })

  test('KP-10 a captain invites by e-mail; the answer does not reveal who is on the portal', async () => {
    const stage = await aTeamStage(app)
    const [captain, one, two] = [await stage.person(), await stage.person(), await stage.person()]
    const teamId = await stage.team(captain, 'По почте')
    const emailOf = async ({ id }: { id: number }) =>
      (await app.db.selectFrom('accounts').select('email').where('id', '=', id).executeTakeFirstOrThrow()).email
    await app.db
      .updateTable('accounts')
      .set({ email_verified_at: app.clock.now() })
      .where('id', 'in', [captain.id, one.id, two.id])
      .execute()
    for (const called of [one, two]) await stage.letter(captain, teamId, ` ${(await emailOf(called)).toUpperCase()} `)
    const { body } = await stage.letter(captain, teamId, 'nobody.yet@portal.test')
    expect(body.invited).toEqual([])
    expect(body.letters.map(({ shown }) => shown).at(-1)).toBe('n•••@portal.test')
    expect((await stage.letter(captain, teamId, 'nobody.yet@portal.test')).body.letters).toHaveLength(3)
    expect(await notificationsOf(one.id)).toEqual(['Приглашение в команду'])
    expect((await stage.list(one)).body.invitations).toEqual([{ team_id: teamId, name: 'По почте' }])
    expect((await stage.read(one, teamId)).body).toMatchObject({ standing: 'invited', may: ['join', 'decline'] })
    expect((await stage.join(one, teamId)).body).toEqual({ team_id: teamId, standing: 'member' })
    expect((await stage.remove(two, teamId, two.testId)).status).toBe(200)
    expect((await stage.list(two)).body.invitations).toEqual([])
    const [last, ...more] = (await stage.read(captain, teamId)).body.letters
    expect(more).toEqual([])
    const withdrawn = await app.call('DELETE /user/teams_formation/teams/:team_id/letters/:letter_id', {
      token: captain.token,
      params: { team_id: teamId, letter_id: last?.id ?? 0 },
    })
    expect(withdrawn.body.letters).toEqual([])
    expect((await stage.letter(captain, teamId, await emailOf(captain))).body.code).toBe('invite_own_address')
    expect((await stage.letter(captain, teamId, 'почта')).body.code).toBe('email_incorrect')
    expect((await stage.letter(one, teamId, 'x@portal.test')).body.code).toBe('team_captain_only')
  })

  test('joining withdraws the other requests, and open requests are limited', async () => {
    const stage = await aTeamStage(app)
    const me = await stage.person()
    const teams = []
    for (let at = 0; at <= maxOpenRequests; at += 1) {
      const captain = await stage.person()
      teams.push({ captain, id: await stage.team(captain, `Много ${at}`) })
    }
    const answers = []
    for (const { id } of teams) answers.push((await stage.join(me, id)).status)
    expect(answers).toEqual([...Array(maxOpenRequests).fill(200), 409])
    const [first, second] = teams
    if (!first || !second) throw new Error('no teams')
    await stage.become(first.captain, first.id, me.testId, 'member')
    expect((await stage.read(second.captain, second.id)).body.requests).toEqual([])
    expect((await stage.become(second.captain, second.id, me.testId, 'member')).body.code).toBe('team_member_not_found')
    expect((await stage.join(me, second.id)).body.code).toBe('already_in_team')
    expect((await stage.create(me, 'Вторая')).body.code).toBe('already_in_team')
  })

  test('of ten people at once only one gets the last place', async () => {
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

  test('a person who joins two teams at once ends up in one, by code or by accepted requests', async () => {
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
  test('when the captain leaves, the oldest member leads; when the last member leaves, the team is dissolved', async () => {
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
    expect(await notificationsOf(one.id)).toContain('Вы капитан команды')
    expect((await stage.remove(two, teamId, two.testId)).status).toBe(200)
    expect((await stage.remove(two, teamId, two.testId)).body.code).toBe('not_in_team')
    await stage.remove(one, teamId, one.testId)
    expect((await stage.read(one, teamId)).status).toBe(404)
    expect((await stage.join(two, teamId, code)).status).toBe(404)
  })

  test('KP-10 only the captain can hand the role over and remove members', async () => {
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
    expect(await notificationsOf(two.id)).toEqual(['Вы больше не в команде'])
    expect((await stage.stage(two))?.status).toBe('available')
  })

  test('KE-10 an erased account leaves an open team, while a locked team keeps counting the place', async () => {
    const erase = async (id: number) => {
      const now = app.clock.now()
      await app.db.insertInto('erasure_requests').values({ account_id: id, asked_at: now, due_at: now }).execute()
      await erasePerson(app.services, erasureHooks, { accountId: id })
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
    const last = await withNewSession(app, one)
    expect((await stage.stage(last))?.status).toBe('wait')
    await erase(two.id)
    expect((await stage.stage(last))?.status).toBe('wait')
  })
})
