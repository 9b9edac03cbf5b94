import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { anAccount, logIn, rightPassword, tokenOf } from '#server/testing/an-account.ts'
import { patience } from '#server/testing/patience.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { notMeLink } from './not-me.ts'
import { revokeSessions } from './sessions.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())
beforeEach(() => app.clock.advance(25 * 3_600_000))

const renewed = 'Sosna-Bereg-5932-Leto'
const change = (
  token: string,
  current_password = rightPassword,
  password = renewed,
  password_confirmation = password,
) => app.call('POST /auth/password/change', { token, body: { current_password, password, password_confirmation } })
const profile = async (token: string) => (await app.call('GET /user/profile', { token })).status

test('R-11 a person who knows the password can change it; all other sessions end and the person gets a letter', async () => {
  const person = await anAccount(app)
  const elsewhere = await logIn(app, person)
  const here = await logIn(app, person)
  const answer = await change(here.token)
  expect(answer.status).toBe(200)
  expect(await profile(elsewhere.token)).toBe(401)
  expect((await app.call('POST /auth/token/refresh', { cookies: elsewhere.cookies })).status).toBe(403)
  expect(await profile(tokenOf(answer))).toBe(200)
  expect((await app.call('POST /auth/token/refresh', { cookies: here.cookies })).status).toBe(200)
  const letters = (await app.call('GET /dev/outbox', { query: { to: person.email } })).body
  expect(letters[0]?.subject).toBe('Пароль изменён')
  await expect(logIn(app, person)).rejects.toThrow('wrong_credentials')
  expect((await logIn(app, person, renewed)).token).not.toBe('')
})

test('R-11 without the present password nothing changes, and guessing it is limited', async () => {
  const person = await anAccount(app)
  const { token } = await logIn(app, person)
  const wrong = await change(token, 'Wrong-Password-4817')
  expect([wrong.status, wrong.body.code, wrong.body.fields?.current_password?.message]).toEqual([
    403,
    'fresh_login_required',
    'Неверный пароль',
  ])
  for (let count = 0; count < 4; count += 1) await change(token, `Wrong-Password-${count}`)
  expect((await change(token)).body.code).toBe('limit_reached')
})

test('R-01 R-02 VL-13 the new password must follow the same rules, and is used exactly as typed', async () => {
  const person = await anAccount(app)
  const { token } = await logIn(app, person)
  expect((await change(token, rightPassword, 'short1A')).body.code).toBe('password_too_simple')
  expect((await change(token, rightPassword, renewed, `${renewed} `)).body.code).toBe('passwords_mismatch')
  const spaced = '  Сосна 😀 5932 Берег '
  expect((await change(token, rightPassword, spaced)).status).toBe(200)
  expect((await logIn(app, person, spaced)).token).not.toBe('')
  await expect(logIn(app, person, spaced.trim())).rejects.toThrow()
})

test('R-09 a login with the old password that is under way while the password changes opens no session', async () => {
  const person = await anAccount(app)
  const body = { username: person.email, password: rightPassword }
  const { thief } = await app.db.transaction().execute(async (tx) => {
    await revokeSessions(tx, person.id, app.clock.now(), null)
    const thief = app.call('POST /auth/login', { body })
    // The password was right, and the login waits for the change, which is ending the sessions of the account.
    await vi.waitFor(async () => {
      const { rows } = await sql`select from pg_stat_activity where datname = current_database()
        and wait_event_type = 'Lock' and query like '%insert into sessions%'`.execute(app.db)
      expect(rows).toHaveLength(1)
    }, patience)
    return { thief }
  })
  const answer = await thief
  expect([answer.status, (answer.body as { code?: string }).code]).toEqual([401, 'wrong_credentials'])
  for (const table of ['sessions', 'known_devices'] as const) {
    const rows = await app.db.selectFrom(table).select('account_id').where('account_id', '=', person.id).execute()
    expect(rows).toEqual([])
  }
  expect((await app.call('POST /auth/login', { body })).status).toBe(200)
})

test('after «Это не я» no device is known: a login from an earlier device causes a warning', async () => {
  const person = await anAccount(app)
  const { cookies } = await logIn(app, person)
  const device = { device: cookies.device ?? '' }
  const warnings = async () => {
    const rows = await app.db
      .selectFrom('outbox')
      .select('subject')
      .where('recipient', '=', person.email)
      .where('subject', '=', 'Вход с нового устройства')
      .execute()
    return rows.length
  }
  const again = () =>
    app.call('POST /auth/login', { body: { username: person.email, password: rightPassword }, cookies: device })
  expect([(await again()).status, await warnings()]).toEqual([200, 0])
  const token = /\/not-me#([\w-]+)/.exec(notMeLink(app.config, person.id, app.clock.now()))?.[1] ?? ''
  expect((await app.call('POST /auth/not-me', { body: { token } })).status).toBe(200)
  expect([(await again()).status, await warnings()]).toEqual([200, 1])
})
