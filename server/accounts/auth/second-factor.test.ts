import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { anAccount, lastCode, logIn, rightPassword } from '#server/testing/an-account.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { giveRecoveryCodes } from './recovery-codes.ts'
import {
  challenge,
  newTotpSecret,
  type Passed,
  passChallenge,
  spendChallenge,
  stepOf,
  totpUrl,
} from './second-factor.ts'
import { findByUsername } from './store.ts'

const secret = newTotpSecret()
const now = new Date('2026-11-21T09:00:10Z')
const codeAt = (of: string, at: Date, seconds = 0) =>
  new TOTP({ secret: Secret.fromBase32(of) }).generate({ timestamp: at.getTime() + seconds * 1000 })

test('the clock of a phone may be off by one code, and each code belongs to its own half a minute', () => {
  const step = Math.floor(now.getTime() / 30_000)
  for (const off of [-1, 0, 1]) expect(stepOf(secret, codeAt(secret, now, off * 30), now)).toBe(step + off)
  for (const off of [-2, 2]) expect(stepOf(secret, codeAt(secret, now, off * 30), now)).toBeNull()
  expect(stepOf(secret, ` ${codeAt(secret, now)} `, now)).toBe(step)
  for (const typed of ['', 'abcdef', 'ёлочка', '12345½', codeAt(secret, now).slice(1), `${codeAt(secret, now)}0`])
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

/** A person with an authenticator app, and a login that waits for its code. */
async function withApplication() {
  const person = await anAccount(app)
  const { token, cookies } = await logIn(app, person)
  const body = { password: rightPassword }
  const prepared = (await app.call('POST /auth/second-factor/prepare', { token, body })).body
  const code = codeAt(prepared.secret, app.clock.now())
  const on = await app.call('POST /auth/second-factor/enable', { token, body: { ...body, method: 'totp', code } })
  app.clock.advance(60_000)
  const login = (more: { login_marker?: string; sms_code?: string } = {}, device = '') =>
    app.call('POST /auth/login', { body: { username: person.email, ...body, ...more }, cookies: { device } })
  const asked = await login()
  const codeNow = () => codeAt(prepared.secret, app.clock.now())
  const answer = async (login_marker = markerOf(asked)) => {
    const { status, body } = await login({ login_marker, sms_code: codeNow() })
    return [status, body.code]
  }
  const codes = on.body.recovery_codes
  return { person, token, codes, device: cookies.device ?? '', login, asked, codeNow, answer }
}
const markerOf = ({ body }: { body: object }) => (body as { login_marker: string }).login_marker

test('a login waits five minutes for the code of an app, and says where to find it', async () => {
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

test('R-08 logins on two devices wait for their codes separately: each has a marker, and using one leaves the other valid', async () => {
  const { login, device, asked, answer } = await withApplication()
  const known = await login({}, device)
  expect(await answer(newTotpSecret())).toEqual([422, 'invalid_code'])
  expect(await answer()).toEqual([200, undefined])
  app.clock.advance(30_000)
  expect(await answer(markerOf(asked))).toEqual([422, 'invalid_code'])
  expect(await answer(markerOf(known))).toEqual([200, undefined])
})

test('two people with authenticator apps log in at the same moment', async () => {
  const [one, other] = [await withApplication(), await withApplication()]
  app.clock.advance(30_000)
  expect(await one.answer()).toEqual([200, undefined])
  app.clock.advance(-60_000)
  expect(await other.answer()).toEqual([200, undefined])
})

test('R-08 a stranger with the marker of another person uses up none of that person’s tries', async () => {
  const [owner, stranger] = [await withApplication(), await withApplication()]
  for (let count = 0; count < 6; count += 1) {
    // Resets the tries of the stranger's own login, which are not tested here.
    await app.db.deleteFrom('password_tries').execute()
    expect(await stranger.answer(markerOf(owner.asked))).toEqual([422, 'invalid_code'])
  }
  expect(await owner.answer()).toEqual([200, undefined])
})

const spend = (account: Parameters<typeof spendChallenge>[2]) => (passed: Passed) =>
  app.db.transaction().execute((tx) => spendChallenge(tx, app.services, account, passed))

test('R-08 when several calls have the right code, only one opens a session, with one marker or with two', async () => {
  const { person, login, device, asked, codeNow } = await withApplication()
  const markers = [markerOf(asked), markerOf(asked), markerOf(await login({}, device))]
  const account = await findByUsername(app.db, app.config, person.email, null)
  if (!account) throw new Error('the person is known')
  const code = codeNow()
  const passed = []
  for (const marker of markers) passed.push(await passChallenge(app.services, account, marker, code))
  const outcomes = await Promise.allSettled(passed.map(spend(account)))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const faults = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason.code] : []))
  expect(faults).toEqual(['invalid_code', 'invalid_code'])
})

test('R-08 when two calls have the right code of an SMS, only one opens a session', async () => {
  const person = await anAccount(app)
  await app.db.updateTable('accounts').set({ second_factor: 'sms' }).where('id', '=', person.id).execute()
  const account = await findByUsername(app.db, app.config, person.email, null)
  if (!account) throw new Error('the person is known')
  const { login_marker } = await challenge(app.services, account, '203.0.113.5')
  const code = await lastCode(app, person.phone ?? '')
  const pass = () => passChallenge(app.services, account, login_marker, code)
  const [first, second] = [await pass(), await pass()]
  await spend(account)(first)
  await expect(spend(account)(second)).rejects.toMatchObject({ code: 'invalid_code' })
})

test('FS-06 a recovery code lets one of two logins in, also where the second factor is an SMS', async () => {
  const { person, login, device } = await withApplication()
  const codes = await app.db.transaction().execute((tx) => giveRecoveryCodes(tx, app.services, person.id))
  await app.db.updateTable('accounts').set({ second_factor: 'sms' }).where('id', '=', person.id).execute()
  const account = await findByUsername(app.db, app.config, person.email, null)
  if (!account) throw new Error('the person is known')
  const [code = ''] = codes
  const passed = []
  for (const marker of [markerOf(await login()), markerOf(await login({}, device))])
    passed.push(await passChallenge(app.services, account, marker, code))
  const outcomes = await Promise.allSettled(passed.map(spend(account)))
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

/** A whole login with this code instead of one from the app. */
const enterWith = async ({ login }: Awaited<ReturnType<typeof withApplication>>, code = '') => {
  const { status, body } = await login({ login_marker: markerOf(await login()), sms_code: code })
  return [status, body.code]
}
const lettersTo = async ({ email }: { email: string }) =>
  (await app.db.selectFrom('outbox').select('subject').where('recipient', '=', email).execute()).map(
    ({ subject }) => subject,
  )

test('FS-06 ten codes replace the second factor, each once and with a letter, however they are typed', async () => {
  const person = await withApplication()
  expect(person.codes).toHaveLength(10)
  expect(new Set(person.codes).size).toBe(10)
  for (const code of person.codes) expect(code).toMatch(/^[a-z2-9]{5}-[a-z2-9]{5}$/)
  const [first = '', second = ''] = person.codes
  expect(await enterWith(person, first)).toEqual([200, undefined])
  expect(await enterWith(person, first)).toEqual([422, 'invalid_code'])
  expect(await enterWith(person, second.toUpperCase().replace('-', ' '))).toEqual([200, undefined])
  expect(await enterWith(person, 'aaaaa-aaaaa')).toEqual([422, 'invalid_code'])
  const { recovery_codes: left } = await app.db
    .selectFrom('accounts')
    .select('recovery_codes')
    .where('id', '=', person.person.id)
    .executeTakeFirstOrThrow()
  expect(left).toHaveLength(8)
  expect(await lettersTo(person.person)).toEqual(
    expect.arrayContaining(['Вход по коду восстановления', 'Вход по коду восстановления']),
  )
})

test('FS-06 of two logins at once with one recovery code one is refused', async () => {
  const person = await withApplication()
  const { login, codes } = person
  const markers = [markerOf(await login()), markerOf(await login({}, person.device))]
  const answers = await Promise.all(
    markers.map((login_marker, at) => login({ login_marker, sms_code: codes[0] ?? '' }, at === 0 ? '' : person.device)),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422])
})

test('FS-06 new codes end the former ones, and none work or are made without a second factor', async () => {
  const person = await withApplication()
  const { token, codes } = person
  const renew = (password = rightPassword) => app.call('POST /auth/second-factor/codes', { token, body: { password } })
  expect((await renew('Ne-Tot-Parol-2026')).status).toBe(403)
  const fresh = (await renew()).body.recovery_codes
  expect(await enterWith(person, codes[0])).toEqual([422, 'invalid_code'])
  expect(await enterWith(person, fresh[0])).toEqual([200, undefined])
  await app.call('POST /auth/second-factor/disable', { token, body: { password: rightPassword } })
  expect((await renew()).body.code).toBe('second_factor_required')
  const { recovery_codes: left } = await app.db
    .selectFrom('accounts')
    .select('recovery_codes')
    .where('id', '=', person.person.id)
    .executeTakeFirstOrThrow()
  expect(left).toEqual([])
})
