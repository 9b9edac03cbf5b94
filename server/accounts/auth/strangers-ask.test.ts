import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { messageKeys, messagePlace } from '#server/messages/outbox/queue-message.ts'
import { unsealWithRing } from '#server/platform/crypto/key-ring.ts'
import { aRegistration } from '#server/testing/a-registration.ts'
import { anAccount, lastCode, logIn, rightPassword } from '#server/testing/an-account.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  // SMS are paid for, so every limit applies, and a few registrations use up the budget.
  app = await testApp({ env: { SMS_URL: 'http://127.0.0.1:9/send', SMS_BUDGET_PER_HOUR: '40' } })
  await aRegistration(app.db)
})
afterAll(() => app.close())
beforeEach(() => app.clock.advance(25 * 60 * minute))

const minute = 60_000
const newest = async (to: string) => (await app.call('GET /dev/outbox', { query: { to } })).body[0]?.text
/** The code of the newest SMS, which waits for its gateway. */
async function lastSms(): Promise<string> {
  const { sealed } = await app.db
    .selectFrom('outgoing_messages')
    .select('sealed')
    .where('channel', '=', 'sms')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const text = sealed && unsealWithRing(messageKeys(app.config.dataKeys), sealed, messagePlace).toString()
  return /\d{6}/.exec(JSON.parse(text ?? '{}').text)?.[0] ?? ''
}
const linkIn = (text = '') => /forgot\?step=password#([\w-]{43})/.exec(text)?.[1] ?? ''

async function restore(username: string, cookies: Record<string, string> = {}) {
  const answer = await app.call('POST /auth/login/restore', { body: { username }, cookies })
  await app.work('send_restore_letter')
  return answer
}

/** Everything that a stranger can do without an account, until every hourly limit is reached. */
async function attack(email: string, phoneOf?: (round: number) => string) {
  for (let round = 0; round < 8; round += 1) {
    await restore(email)
    if (phoneOf)
      await app.call('POST /auth/register/prepare', {
        body: { competition_code: 'ru_season_5', email: 'x@example.test', phone: phoneOf(round) },
      })
    app.clock.advance(2 * minute)
  }
}

test('R-65 on each of 30 days of attack the owner can log in: by SMS and by letter, on a known device and on a new one', async () => {
  const person = await anAccount(app)
  const phone = person.phone ?? ''
  let password = rightPassword
  const { cookies } = await logIn(app, person)
  await app.db.updateTable('accounts').set({ second_factor: 'sms' }).where('id', '=', person.id).execute()
  const known = { device: cookies.device ?? '' }
  const enter = async (cookies: Record<string, string>) => {
    const body = { username: person.email, password }
    const asked = await app.call('POST /auth/login', { body, cookies })
    expect(asked.status, asked.text).toBe(202)
    const { login_marker } = asked.body as { login_marker: string }
    const sms_code = await lastSms()
    return (await app.call('POST /auth/login', { body: { ...body, login_marker, sms_code }, cookies })).status
  }
  for (let day = 1; day <= 30; day += 1) {
    // On one day with the owner's number, on the next with similar numbers.
    await attack(person.email, (round) => (day % 2 ? phone : `${phone.slice(0, -3)}${100 + round}`))
    expect(await enter(known), `day ${day}: known device`).toBe(200)
    expect(await enter({}), `day ${day}: new device`).toBe(200)

    // On the known device a letter is sent at once, and its digits are accepted.
    const before = await newest(person.email)
    const asked = await restore(person.email, known)
    expect(await newest(person.email), `day ${day}: letter`).not.toBe(before)
    const digits = await lastCode(app, person.email)
    expect(digits).toMatch(/^\d{6}$/)
    const set = (code: string, cookies: Record<string, string>) => {
      password = `Kedr-Volna-${day}-${code.slice(0, 6)}-Zima`
      const body = { code, password, password_confirmation: password }
      return app.call('POST /auth/password/create', { body, cookies })
    }
    expect((await set(digits, { ...known, restore: asked.cookies.restore ?? '' })).status).toBe(200)

    // On a new device there is a letter whose link works, sent now or within the hour.
    await attack(person.email)
    await restore(person.email)
    const link = linkIn(await newest(person.email))
    expect((await set(link, {})).status, `day ${day}: link`).toBe(200)
    app.clock.advance(23 * 60 * minute)
  }
}, 300_000)

test('R-65 a thief who knows the password and has a known device uses up only their own letters and SMS', async () => {
  const person = await anAccount(app)
  const [owner, thief] = [await logIn(app, person), await logIn(app, person)]
  await app.db.updateTable('accounts').set({ second_factor: 'sms' }).where('id', '=', person.id).execute()
  const body = { username: person.email, password: rightPassword }
  const enter = (cookies: Record<string, string>) => app.call('POST /auth/login', { body, cookies })
  const thiefs = { device: thief.cookies.device ?? '' }
  const owners = { device: owner.cookies.device ?? '' }
  const asked = await enter(owners)
  const code = await lastSms()
  expect((await enter(thiefs)).status).toBe(202)
  expect((await enter({})).status).toBe(202)
  // Requests of others do not end the owner's attempt.
  const { login_marker } = asked.body as { login_marker: string }
  const entered = await app.call('POST /auth/login', {
    body: { ...body, login_marker, sms_code: code },
    cookies: owners,
  })
  expect(entered.status).toBe(200)
  for (let round = 0; round < 12; round += 1) {
    await Promise.all([enter(thiefs), enter({}), restore(person.email, thiefs), restore(person.email)])
    app.clock.advance(2 * minute)
  }
  expect((await enter(thiefs)).body.code).toBe('sms_limit')
  expect((await enter(owners)).status).toBe(202)
  const before = await newest(person.email)
  await restore(person.email, owners)
  expect(await newest(person.email)).not.toBe(before)
})

test('R-65 strangers who request another person’s address do not block the letter that confirms it for its owner', async () => {
  const person = await anAccount(app, { emailVerified: false })
  const stranger = await logIn(app, await anAccount(app))
  const wish = { email: person.email, password: rightPassword }
  for (let round = 0; round < 8; round += 1) {
    await app.call('POST /auth/user/email', { token: stranger.token, body: wish })
    app.clock.advance(minute)
  }
  const { token } = await logIn(app, person)
  expect((await app.call('POST /user/send-email-verify', { token })).status).toBe(200)
})
