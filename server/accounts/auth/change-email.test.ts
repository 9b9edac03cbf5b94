import { decodeJwt } from 'jose'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aRegistration } from '#server/testing/a-registration.ts'
import { anAccount, lastCode, logIn, rightPassword, tokenOf } from '#server/testing/an-account.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { authenticate } from './authenticate.ts'
import { confirmFreshLogin } from './confirm-password.ts'
import { openSession } from './sessions.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
  await aRegistration(app.db)
})
afterAll(() => app.close())
beforeEach(() => app.clock.advance(25 * 3_600_000))

const change = (token: string, email: string, password = rightPassword) =>
  app.call('POST /auth/user/email', { token, body: { email, password } })
const verify = (code: string) => app.call('POST /user/email-verify', { body: { code } })
const lettersTo = async (to: string) => (await app.call('GET /dev/outbox', { query: { to } })).body

test('R-11 CL-01 the new address applies after it is confirmed, and the old one gets a letter both times', async () => {
  const person = await anAccount(app)
  const { token, cookies } = await logIn(app, person)
  expect((await change(token, 'New.Address@example.test')).status).toBe(200)
  const old = (await lettersTo(person.email))[0]
  expect(old?.subject).toBe('Запрошена смена адреса почты')
  const code = await lastCode(app, 'new.address@example.test')
  expect((await lettersTo('new.address@example.test'))[0]?.text).toContain(`/ru_season_5/verify#${code}`)
  expect((await app.call('GET /user/profile', { token })).body.email).toBe(person.email)
  expect((await verify(code)).body).toEqual({ email: 'new.address@example.test', email_verified: true })
  expect((await lettersTo(person.email))[0]?.subject).toBe('Адрес почты изменён')
  const renewed = tokenOf(await app.call('POST /auth/token/refresh', { cookies }))
  expect(decodeJwt(renewed).user_email).toBe('new.address@example.test')
  expect((await verify(code)).body.code).toBe('email_code_expired')
})

test('R-11 without the password nothing changes, and guessing it within a session is limited', async () => {
  const person = await anAccount(app)
  const { token } = await logIn(app, person)
  for (let count = 0; count < 5; count += 1)
    expect((await change(token, `guess${count}@example.test`, 'Wrong-Password-4817')).body).toMatchObject({
      code: 'fresh_login_required',
      fields: { password: { rule: 'password', message: 'Неверный пароль' } },
    })
  expect((await change(token, 'guess@example.test')).body.code).toBe('limit_reached')
  expect(await lettersTo('guess@example.test')).toEqual([])
})

test('R-11 just after a login the change needs no password; ten minutes later it does, even in a renewed session', async () => {
  const person = await anAccount(app)
  const { token, cookies } = await logIn(app, person)
  const without = (by: string, email: string) => app.call('POST /auth/user/email', { token: by, body: { email } })
  expect((await without(token, 'fresh@example.test')).status).toBe(200)
  app.clock.advance(599_000)
  expect((await without(token, 'still-fresh@example.test')).status).toBe(200)
  app.clock.advance(1000)
  const renewed = tokenOf(await app.call('POST /auth/token/refresh', { cookies }))
  const { status, body } = await without(renewed, 'stale@example.test')
  expect([status, body.code, body.fields]).toEqual([
    ...[403, 'fresh_login_required'],
    { password: { rule: 'required', message: 'Введите пароль' } },
  ])
  expect(await lettersTo('stale@example.test')).toEqual([])
})

test('R-11 a fresh login counts only for its own session, and only while the session is open', async () => {
  const person = await anAccount(app)
  const without = (token: string) =>
    app.call('POST /auth/user/email', { token, body: { email: `without-${person.email}` } })
  const { cookies } = await logIn(app, person)
  app.clock.advance(600_000)
  const old = tokenOf(await app.call('POST /auth/token/refresh', { cookies }))
  const fresh = await logIn(app, person)
  const { token: withoutPassword } = await openSession(
    ...([app.db, app.services, person.id, { ip: '', userAgent: '' }] as const),
    { byPassword: false },
  )
  for (const token of [old, withoutPassword.access_token])
    expect((await without(token)).body.code).toBe('fresh_login_required')
  expect((await without(fresh.token)).status).toBe(200)
  // A call that was authenticated a moment before its session ended.
  const caller = await authenticate(app.services, fresh.token)
  await app.call('POST /auth/logout', { cookies: fresh.cookies })
  await expect(confirmFreshLogin(app.services, { sessionId: caller?.sessionId ?? '' })).rejects.toMatchObject({
    code: 'fresh_login_required',
  })
})

test('CL-01 a code from a letter works once, even when it confirms the present address of the account', async () => {
  const person = await anAccount(app, { emailVerified: false })
  const { token } = await logIn(app, person)
  await app.call('POST /user/send-email-verify', { token })
  const code = await lastCode(app, person.email)
  expect((await verify(code)).status).toBe(200)
  expect((await verify(code)).body.code).toBe('email_code_expired')
})

test('an address that another person has taken meanwhile is refused when it is confirmed, not earlier', async () => {
  const person = await anAccount(app)
  const { token } = await logIn(app, person)
  expect((await change(token, 'wanted@example.test')).status).toBe(200)
  const code = await lastCode(app, 'wanted@example.test')
  await anAccount(app, { email: 'wanted@example.test' })
  expect((await verify(code)).body.code).toBe('email_exists')
  expect((await change(token, 'not an address')).body.code).toBe('email_incorrect')
})

test('CL-01 the confirmation letter can be requested again after two minutes, and only the newest is valid', async () => {
  const person = await anAccount(app, { emailVerified: false })
  const { token } = await logIn(app, person)
  const send = () => app.call('POST /user/send-email-verify', { token })
  expect((await app.call('GET /user/profile', { token })).body.email_verified).toBe(false)
  expect((await send()).body).toEqual({ sent: true, repeat_after: 120 })
  const first = await lastCode(app, person.email)
  expect((await send()).body).toMatchObject({ code: 'too_many_requests', retry_after: 120 })
  app.clock.advance(120_000)
  expect((await send()).status).toBe(200)
  const second = await lastCode(app, person.email)
  expect((await verify(first)).body.code).toBe('email_code_expired')
  expect((await verify(second)).status).toBe(200)
  expect((await app.call('GET /user/profile', { token })).body.email_verified).toBe(true)
})

test('one client gets thirty letters an hour to new addresses; letters to the person’s own address are counted separately', async () => {
  const people = await Promise.all(Array.from({ length: 4 }, () => anAccount(app)))
  const asking = await Promise.all(people.map(async (person) => ({ ...person, ...(await logIn(app, person)) })))
  const ask = async (token: string, email: string) =>
    (await app.call('POST /auth/user/email', { token, body: { email }, ip: '203.0.113.30' })).body.code ?? 'sent'
  const answers: string[] = []
  for (const { token, id } of asking.slice(0, 3))
    for (let count = 0; count < 10; count += 1) answers.push(await ask(token, `new${count}-${id}@example.test`))
  expect(answers).toEqual(Array(30).fill('sent'))
  const [last] = asking.slice(-1)
  const { token = '', email = '' } = last ?? {}
  expect(await ask(token, `new-${email}`)).toBe('too_many_requests')
  expect(await ask(token, email.toUpperCase())).toBe('sent')
  // There is no warning, and this is the letter that can also be requested on its own.
  expect((await lettersTo(email)).map(({ subject }) => subject)).toEqual(['Подтвердите адрес почты'])
  expect((await app.call('POST /user/send-email-verify', { token })).body.code).toBe('too_many_requests')
})

test('when no competition is open, the letter links to a page outside competitions', async () => {
  const person = await anAccount(app, { emailVerified: false })
  const { token } = await logIn(app, person)
  await app.db.updateTable('competitions').set({ published: false }).execute()
  await app.call('POST /user/send-email-verify', { token })
  await app.db.updateTable('competitions').set({ published: true }).execute()
  const code = await lastCode(app, person.email)
  expect((await lettersTo(person.email))[0]?.text).toContain(`${app.config.publicUrl}/verify#${code}`)
})

test('the code in a letter is valid for a day', async () => {
  const person = await anAccount(app, { emailVerified: false })
  const { token } = await logIn(app, person)
  await app.call('POST /user/send-email-verify', { token })
  app.clock.advance(24 * 3_600_000)
  expect((await verify(await lastCode(app, person.email))).body.code).toBe('email_code_expired')
})
