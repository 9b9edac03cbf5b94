import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { anAccount, loggedIn, rightPassword } from '#server/testing/an-account.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { newTotpSecret, stepOf, totpUrl } from './second-factor.ts'

const secret = newTotpSecret()
const now = new Date('2026-11-21T09:00:10Z')
const codeAt = (of: string, at: Date, seconds = 0) =>
  new TOTP({ secret: Secret.fromBase32(of) }).generate({ timestamp: at.getTime() + seconds * 1000 })

test('the clock of a phone may be off by one code, and each code stands for its own half a minute', () => {
  const step = Math.floor(now.getTime() / 30_000)
  for (const off of [-1, 0, 1]) expect(stepOf(secret, codeAt(secret, now, off * 30), now)).toBe(step + off)
  for (const off of [-2, 2]) expect(stepOf(secret, codeAt(secret, now, off * 30), now)).toBeNull()
  expect(stepOf(secret, ` ${codeAt(secret, now)} `, now)).toBe(step)
  for (const typed of ['', 'abcdef', codeAt(secret, now).slice(1), `${codeAt(secret, now)}0`])
    expect(stepOf(secret, typed, now)).toBeNull()
})

test('a secret has 160 bits, and its address names the portal and the account', () => {
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  const url = new URL(totpUrl(secret, 'anna@example.test'))
  expect([url.protocol, url.host, decodeURIComponent(url.pathname)]).toEqual([
    ...['otpauth:', 'totp', '/Портал конкурсов:anna@example.test'],
  ])
  expect(Object.fromEntries(url.searchParams)).toMatchObject({ issuer: 'Портал конкурсов', secret, period: '30' })
})

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())
beforeEach(() => app.clock.advance(25 * 3_600_000))

/** A person with an application, and a login that waits for its code. */
async function withApplication() {
  const person = await anAccount(app)
  const { token } = await loggedIn(app, person)
  const body = { password: rightPassword }
  const prepared = (await app.call('POST /auth/second-factor/prepare', { token, body })).body
  const code = codeAt(prepared.secret, app.clock.now())
  await app.call('POST /auth/second-factor/enable', { token, body: { ...body, method: 'totp', code } })
  app.clock.advance(60_000)
  const login = (more: { login_marker?: string; sms_code?: string } = {}) =>
    app.call('POST /auth/login', { body: { username: person.email, ...body, ...more } })
  const asked = await login()
  const { login_marker } = asked.body as { login_marker: string }
  const answer = async () => {
    const { status, body } = await login({ login_marker, sms_code: codeAt(prepared.secret, app.clock.now()) })
    return [status, body.code]
  }
  return { asked, answer }
}

test('a login waits five minutes for the code of an application, and says where it is found', async () => {
  const { asked, answer } = await withApplication()
  expect([asked.status, asked.body]).toEqual([
    202,
    {
      ...{ login_marker: expect.stringMatching(/^[\w-]{43}$/), method: 'totp' },
      ...{ sent_to: 'приложение с кодами', repeat_after: 0 },
    },
  ])
  app.clock.advance(299_999)
  expect(await answer()).toEqual([200, undefined])
  const late = await withApplication()
  app.clock.advance(300_000)
  expect(await late.answer()).toEqual([422, 'sms_code_outdated'])
})
