import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aCompetition, aPerson, takesPart } from '#server/testing/a-competition.ts'
import { aRegistration, registers } from '#server/testing/a-registration.ts'
import { anAccount, rightPassword, sessionOf, tokenOf } from '#server/testing/an-account.ts'
import { countQueries, queriesOf } from '#server/testing/count-queries.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { limits } from '#shared/platform/api/limits.ts'
import { showDateTime } from '#shared/platform/time/moscow.ts'
import { inviterName } from './invitation-letter.ts'
import { lettersOfCompetition } from './invite-limits.ts'

const code = 'ru_season_5'
let app: TestApp
let stageId: number
beforeAll(async () => {
  app = await testApp()
  stageId = (await aRegistration(app.db)).stageId
})
afterAll(() => app.close())
beforeEach(() => app.clock.advance(31 * 86_400_000))

let addresses = 0
const anAddress = () => {
  addresses += 1
  return `friend${addresses}@example.test`
}
const invite = (token: string, email: string, key?: string) =>
  app.call('POST /user/invite', {
    token,
    body: { competition_code: code, email },
    ...(key ? { headers: { 'Idempotency-Key': key } } : {}),
  })
const mine = async (token: string) =>
  (await app.call('GET /user/invite', { token, query: { competition_code: code } })).body
const codeOf = async (token: string) => new URL((await mine(token)).link).searchParams.get('invite') ?? ''
const people = (token: string, query: { limit?: number; offset?: number } = {}) =>
  app.call('GET /user/invite/people', { token, query: { competition_code: code, ...query } })
const lettersTo = async (address: string) => {
  await app.work('send_invitation')
  return app.db.selectFrom('outbox').select(['subject', 'text']).where('recipient', '=', address).execute()
}
const stopPath = (text: string) => /\/invitations\/stop\?token=[\w-]+/.exec(text)?.[0] ?? ''

describe('a letter', () => {
  test('RT-07 CL-05 names the inviter and has the inviter’s link and a link to unsubscribe', async () => {
    const person = await aPerson(app)
    await app.db
      .updateTable('accounts')
      .set({ first_name: 'Тимур', last_name: 'Галиев' })
      .where('id', '=', person.id)
      .execute()
    const to = anAddress()
    expect((await invite(person.token, ` ${to.toUpperCase()} `)).body).toEqual({ accepted: true, letters: 1 })
    const [letter, ...others] = await lettersTo(to)
    expect(others).toEqual([])
    expect(letter?.subject).toBe('Тимур Галиев приглашает вас в конкурс «Лидеры»')
    expect(letter?.text).toContain(`/${code}/register?invite=${await codeOf(person.token)}`)
    expect(stopPath(letter?.text ?? '')).not.toBe('')
    expect(await mine(person.token)).toMatchObject({ letters: 1, came: 0 })
  })

  test('TW-12 equal calls with one key are one invitation, and count once', async () => {
    const person = await aPerson(app)
    const to = anAddress()
    const calls = Array.from({ length: limits.invite.points + 3 }, () => invite(person.token, to, 'one'))
    const answers = await Promise.all(calls)
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(answers[0]?.status).toBe(200)
    expect(await lettersTo(to)).toHaveLength(1)
    expect((await invite(person.token, anAddress(), 'two')).status).toBe(200)
  })

  test('R-87 is decided on later: the call that asks for it runs the same statements whosever the address is', async () => {
    const { token } = await aPerson(app)
    const refused = anAddress()
    await invite((await aPerson(app)).token, refused)
    await app.fetch(stopPath((await lettersTo(refused))[0]?.text ?? ''), { method: 'POST' })
    const participant = await aPerson(app)
    await takesPart(app.db, participant.id, code, 'business', app.clock.now())
    const [unknown, known] = [anAddress(), await anAccount(app)]
    await invite(token, anAddress())
    const asked = new Map<string, string[]>()
    for (const to of [unknown, known.email, participant.email, refused])
      asked.set(to, await queriesOf(() => invite(token, to)))
    expect(new Set([...asked.values()].map((texts) => texts.join('; '))).size).toBe(1)
    // None of them looks for the address among people.
    expect(asked.get(unknown)?.join()).not.toMatch(/participations|"email" = /)
    expect((await lettersTo(unknown)).length).toBe(1)
    expect((await lettersTo(participant.email)).length).toBe(0)
  })

  test('RT-07 a name with anything but letters is not sent to a stranger', () => {
    const said = (first_name: string, last_name = '') => inviterName({ first_name, last_name })
    expect(said('Анна-Мария', 'О’Коннор'.replace('’', "'"))).toBe("Анна-Мария О'Коннор")
    for (const hostile of ['casino.example', 'Жми https://x', 'Приз 1000 руб', 'a@b.c', 'Купи\nсейчас'])
      expect(said(hostile)).toBe('Участник конкурса')
  })

  test('RT-07 no answer reveals whether an address has an account, takes part or has unsubscribed', async () => {
    const [person, other] = [await aPerson(app), await aPerson(app)]
    const [plain, registered, participant, refused] = [
      anAddress(),
      await anAccount(app),
      await anAccount(app),
      anAddress(),
    ]
    await takesPart(app.db, participant.id, code, null, app.clock.now())
    await invite(other.token, refused)
    await app.fetch(stopPath((await lettersTo(refused))[0]?.text ?? ''), { method: 'POST' })
    app.clock.advance(40 * 86_400_000)
    const token = (await sessionOf(app, person)).token
    const answers = []
    for (const to of [plain, registered.email, participant.email, refused]) answers.push(await invite(token, to))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(answers.map(({ body }) => body.letters)).toEqual([1, 2, 3, 4])
    expect((await lettersTo(participant.email)).length).toBe(0)
    expect((await lettersTo(refused)).length).toBe(1)
    expect((await lettersTo(registered.email)).length).toBe(1)
  })

  test('RT-07 to the inviter’s own address, to an invalid address or a second time to the same person is refused with a message', async () => {
    const person = await aPerson(app)
    const to = anAddress()
    await invite(person.token, to)
    const again = await invite(person.token, to)
    expect([again.status, again.body.code, again.body.fields?.email?.rule]).toEqual([
      409,
      'already_invited',
      'already_invited',
    ])
    const after = new Date(app.clock.now().getTime() + 30 * 86_400_000)
    expect(again.body.message).toBe(`Вы уже звали этого человека. Ещё раз можно будет ${showDateTime(after)} по Москве`)
    expect((await invite(person.token, person.email)).body.code).toBe('invite_own_address')
    for (const wrong of ['nobody', 'a@b\r\nBcc: c@d.test', 'a@b.test, c@d.test'])
      expect((await invite(person.token, wrong)).body.code).toBe('email_incorrect')
    expect((await lettersTo(to)).length).toBe(1)
  })

  test('RT-07 a request repeated because its answer was lost sends one letter', async () => {
    const person = await aPerson(app)
    const to = anAddress()
    const answers = await Promise.all([invite(person.token, to, 'one-key'), invite(person.token, to, 'one-key')])
    expect(answers.map(({ body }) => body)).toEqual([
      { accepted: true, letters: 1 },
      { accepted: true, letters: 1 },
    ])
    expect((await lettersTo(to)).length).toBe(1)
  })

  test('RT-07 R-24 to an address is sent once a day, also when ten people invite it at once', async () => {
    const inviters = await Promise.all(Array.from({ length: 10 }, () => aPerson(app)))
    const to = anAddress()
    const answers = await Promise.all(inviters.map(({ token }) => invite(token, to)))
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
    expect((await lettersTo(to)).length).toBe(1)
  })

  test('RT-07 R-24 a person’s invitations per day are limited', async () => {
    const person = await aPerson(app)
    for (let call = 0; call < limits.invite.points; call += 1) await invite(person.token, anAddress())
    const refused = await invite(person.token, anAddress())
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many_requests'])
  })

  test('RT-07 R-24 the invitations of a competition are limited, the refusal says when to try again, and others go on', async () => {
    const person = await aPerson(app)
    await app.db
      .insertInto('invitations')
      .values(
        Array.from({ length: lettersOfCompetition.max }, (_none, number) => ({
          inviter_id: person.id,
          competition_code: code,
          address_hash: Buffer.from(`flood ${number}`),
          sent: true,
          asked_at: app.clock.now(),
        })),
      )
      .execute()
    const refused = await invite(person.token, anAddress())
    expect([refused.status, refused.body.retry_after]).toEqual([429, 6 * 3600])
    await app.db.deleteFrom('invitations').where('inviter_id', '=', person.id).execute()
  })

  test('RT-07 nobody is invited while registration is closed', async () => {
    const person = await aPerson(app)
    const closes = (closes_at: Date | null) =>
      app.db.updateTable('stages').set({ closes_at }).where('id', '=', stageId).execute()
    await closes(app.clock.now())
    expect((await invite(person.token, anAddress())).body.code).toBe('registration_closed_participants')
    await closes(null)
  })
})

describe('«Больше не присылать»', () => {
  async function aLetter() {
    const to = anAddress()
    await invite((await aPerson(app)).token, to)
    return { to, path: stopPath((await lettersTo(to))[0]?.text ?? '') }
  }

  const refusals = async () => (await app.db.selectFrom('invitation_refusals').select('refused_at').execute()).length

  test('RT-07 opening the link only asks; the button stops letters for ever, and pressing it twice is harmless', async () => {
    const { to, path } = await aLetter()
    const before = await refusals()
    const opened = await app.fetch(path)
    expect([opened.status, await opened.text()]).toEqual([200, expect.stringContaining('<form method="post">')])
    expect(await refusals()).toBe(before)
    for (let press = 0; press < 2; press += 1) {
      const done = await app.fetch(path, {
        method: 'POST',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        body: 'List-Unsubscribe=One-Click',
      })
      expect([done.status, await done.text()]).toEqual([200, expect.stringContaining('больше не придут')])
    }
    app.clock.advance(400 * 86_400_000)
    await invite((await aPerson(app)).token, to)
    expect((await lettersTo(to)).length).toBe(1)
  })

  test('RT-07 R-38 a forged link stops nothing and redirects nowhere', async () => {
    const { path } = await aLetter()
    const before = await refusals()
    const token = path.split('=')[1] ?? ''
    const forged = `${token.startsWith('A') ? 'B' : 'A'}${token.slice(1)}`
    for (const bad of ['', 'x', forged, `${token}A`, '//evil.example', 'https:%2F%2Fevil.example'])
      for (const method of ['GET', 'POST']) {
        const answer = await app.fetch(`/invitations/stop?token=${bad}&next=//evil.example`, {
          method,
          redirect: 'manual',
        })
        expect([answer.status, answer.headers.get('location')]).toEqual([400, null])
      }
    expect(await refusals()).toBe(before)
  })
})

describe('an invited person', () => {
  /** A whole registration that began with an invitation link. */
  async function comesBy(inviteCode: string, first_name = 'Мария', last_name = 'Ветрова') {
    addresses += 1
    const contacts = {
      email: `came${addresses}@example.test`,
      phone: `+7926${String(addresses * 3571).padStart(7, '0')}`,
    }
    const visitor = { ...contacts, competition_code: code, invite: inviteCode }
    await registers(app, visitor, { first_name, last_name, birth_date: '15.03.1990' })
    return contacts
  }

  test('RT-07 registers by the link, is shown by first name and initial, and the inviter is notified', async () => {
    const person = await aPerson(app)
    await comesBy(await codeOf(person.token))
    expect((await people(person.token)).body).toEqual({
      people: [{ name: 'Мария В.', came: expect.stringMatching(/^\d{4}-\d\d-\d\d /) }],
      count: 1,
    })
    expect(await mine(person.token)).toMatchObject({ came: 1 })
    const bell = await app.call('GET /user/notifications', { token: person.token, query: { status: 'unread' } })
    expect(bell.body.notifications[0]?.text).toContain('Мария В.')
    expect(await mine(person.token)).toMatchObject({ invited_by: null })
  })

  test('sees the inviter by first name and initial, only in that competition', async () => {
    const person = await aPerson(app)
    await app.db
      .updateTable('accounts')
      .set({ first_name: 'Тимур', last_name: 'Галиев' })
      .where('id', '=', person.id)
      .execute()
    const { email } = await comesBy(await codeOf(person.token))
    const login = await app.call('POST /auth/login', { body: { username: email, password: rightPassword } })
    const token = tokenOf(login)
    expect(await mine(token)).toMatchObject({ invited_by: 'Тимур Г.' })
    const other = await aCompetition(app.db, {})
    const elsewhere = await app.call('GET /user/invite', { token, query: { competition_code: other.code } })
    expect(elsewhere.body.invited_by).toBeNull()
  })

  test.each([
    'nosuchcode',
    "' or 1=1 --",
    '../../evil',
  ])('RT-07 the unknown code %s is ignored quietly', async (wrong) => {
    await comesBy(wrong)
  })

  test('RT-07 with an account counts once for the link; a person’s own link does not count', async () => {
    const [person, friend] = [await aPerson(app), await aPerson(app)]
    const apply = (token: string, inviteCode: string) =>
      app.call('POST /user/registration/:stage_id', {
        token,
        params: { stage_id: stageId },
        body: {
          data: { first_name: 'Олег', last_name: 'Кит', birth_date: '15.03.1990' },
          consents: [{ code: 'personal_data', version: 2 }],
          invite: inviteCode,
        },
      })
    expect((await apply(friend.token, await codeOf(person.token))).status).toBe(200)
    expect((await people(person.token)).body.count).toBe(1)
    expect((await apply(person.token, await codeOf(person.token))).status).toBe(200)
    expect((await people(person.token)).body.count).toBe(1)
  })

  test('RT-07 the list is paged, newest first, only for its owner, and three take as many queries as one', async () => {
    const [person, other] = [await aPerson(app), await aPerson(app)]
    const inviteCode = await codeOf(person.token)
    await comesBy(await codeOf(other.token))
    for (const name of ['Первый', 'Второй', 'Третий']) {
      await comesBy(inviteCode, name)
      app.clock.advance(1000)
    }
    const page = await people(person.token, { limit: 2 })
    expect(page.body).toMatchObject({ count: 3, people: [{ name: 'Третий В.' }, { name: 'Второй В.' }] })
    expect((await people(person.token, { limit: 2, offset: 2 })).body.people).toMatchObject([{ name: 'Первый В.' }])
    expect((await people(other.token)).body.count).toBe(1)
    expect(await countQueries(() => people(person.token))).toBe(await countQueries(() => people(other.token)))
  })
})
