import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { anAccount, logIn, rightPassword } from '#server/testing/an-account.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())
beforeEach(() => app.clock.advance(25 * 3_600_000))

const prepare = (token: string, password = rightPassword) =>
  app.call('POST /auth/second-factor/prepare', { token, body: { password } })
const enable = (token: string, method: 'sms' | 'totp', code?: string) =>
  app.call('POST /auth/second-factor/enable', { token, body: { method, password: rightPassword, code } })
const disable = (token: string, password = rightPassword) =>
  app.call('POST /auth/second-factor/disable', { token, body: { password } })
const codeOf = (secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: app.clock.now().getTime() })
const lastLetter = async (to: string) => (await app.call('GET /dev/outbox', { query: { to } })).body[0]?.text ?? ''

test('R-11 without the password no authenticator app is prepared, and nothing is switched off', async () => {
  const person = await anAccount(app)
  const { token } = await logIn(app, person)
  expect((await prepare(token, 'Wrong-Password-4817')).body.code).toBe('fresh_login_required')
  const { totp_secret } = await app.db
    .selectFrom('accounts')
    .select('totp_secret')
    .where('id', '=', person.id)
    .executeTakeFirstOrThrow()
  expect(totp_secret).toBeNull()
  expect((await enable(token, 'sms')).body).toMatchObject({ method: 'sms' })
  expect((await disable(token, 'Wrong-Password-4817')).status).toBe(403)
  expect((await app.call('GET /user/profile', { token })).body.second_factor).toBe('sms')
})

test('codes by SMS need a number, codes of an app do not', async () => {
  const person = await anAccount(app, { phone: null })
  const { token } = await logIn(app, person)
  expect((await enable(token, 'sms')).body.code).toBe('phone_incorrect')
  const { secret } = (await prepare(token)).body
  expect((await enable(token, 'totp', codeOf(secret))).status).toBe(200)
  expect(await lastLetter(person.email)).toContain('нужен код из приложения')
  const other = await anAccount(app)
  expect((await enable((await logIn(app, other)).token, 'sms')).status).toBe(200)
  expect(await lastLetter(other.email)).toContain('нужен код из СМС')
})

test('an authenticator app is switched on by a code of the prepared secret, and replaced only after it was switched off', async () => {
  const person = await anAccount(app)
  const { token, cookies } = await logIn(app, person)
  expect((await enable(token, 'totp', '123456')).body.code).toBe('invalid_code')
  const first = (await prepare(token)).body.secret
  expect((await enable(token, 'totp')).body.code).toBe('invalid_code')
  const { secret } = (await prepare(token)).body
  expect((await enable(token, 'totp', codeOf(first))).body.code).toBe('invalid_code')
  expect((await enable(token, 'totp', codeOf(secret))).status).toBe(200)
  expect((await prepare(token)).body).toMatchObject({
    code: 'invalid_request',
    fields: { method: { rule: 'state', message: 'Приложение с кодами уже подключено. Сначала отключите его' } },
  })

  // The code that switched the app on cannot be used to log in; the next one can.
  const login = async (code: string) => {
    const body = { username: person.email, password: rightPassword }
    const known = { device: cookies.device ?? '' }
    const { body: asked } = await app.call('POST /auth/login', { body, cookies: known })
    const login_marker = (asked as { login_marker: string }).login_marker
    return (await app.call('POST /auth/login', { body: { ...body, login_marker, sms_code: code }, cookies: known }))
      .status
  }
  expect(await login(codeOf(secret))).toBe(422)
  app.clock.advance(30_000)
  expect(await login(codeOf(secret))).toBe(200)
  expect((await disable(token)).status).toBe(204)
  const again = (await prepare(token)).body.secret
  expect((await enable(token, 'totp', codeOf(again))).status).toBe(200)
})
