import { afterAll, beforeAll, expect, test } from 'vitest'
import { addRulesVersion } from '#server/kinds/rules/store.ts'
import { publishForm } from '#server/stages/forms/store.ts'
import { aRegistration } from '#server/testing/a-registration.ts'
import { anAccount, lastCode, rightPassword } from '#server/testing/an-account.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
  await aRegistration(app.db, { code: 'season', documents: [] })
  const since = new Date('2026-11-01T00:00:00Z')
  const rules = { version: 1, text: '## Правила', effectiveFrom: since, requiresReaccept: true }
  await addRulesVersion(app.db, { stageId: await aStage('rules'), ...rules })
  const fields = [{ name: 'goal', label: 'Цель', view: 'text' as const, validation_rules: { required: true } }]
  const form = { version: 1, sections: [{ code: 'main', title: 'Главное', fields }] }
  await publishForm(app.db, await aStage('form'), form, since)
})
afterAll(() => app.close())

async function aStage(type: string): Promise<number> {
  const stage = { competition_code: 'season', type, code: type, title: type, settings: '{}', sort: 1 }
  return (await app.db.insertInto('stages').values(stage).returning('id').executeTakeFirstOrThrow()).id
}

// biome-ignore lint/suspicious/noExplicitAny: this client knows the text of the specification, not the contract.
type Json = any

/** A client that keeps cookies and its token, as a browser does, and knows only the specification. */
function aClient() {
  const cookies = new Map<string, string>()
  const client = {
    token: '',
    async call(method: string, path: string, payload?: object): Promise<{ status: number; body: Json }> {
      const answer = await app.fetch(`/api/v3${path}`, {
        method,
        headers: {
          ...(client.token ? { 'X-Token': client.token } : {}),
          ...(payload ? { 'Content-Type': 'application/json' } : {}),
          Cookie: [...cookies].map((pair) => pair.join('=')).join('; '),
        },
        ...(payload ? { body: JSON.stringify(payload) } : {}),
      })
      for (const cookie of answer.headers.getSetCookie()) {
        const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split('=')
        cookies.set(name, value)
      }
      const text = await answer.text()
      return { status: answer.status, body: text ? JSON.parse(text) : null }
    },
    /** The body of a call that must succeed. */
    async get(path: string): Promise<Json> {
      return client.done('GET', path)
    },
    async done(method: string, path: string, payload?: object): Promise<Json> {
      const { status, body } = await client.call(method, path, payload)
      expect(status, `${method} ${path} ${JSON.stringify(body)}`).toBeLessThan(300)
      return body
    },
  }
  return client
}

test('CL-02 a client that knows only the specification registers, logs in, accepts the rules and hands in a form', async () => {
  const client = aClient()
  const email = 'letter@example.test'
  const phone = '+79261234567'
  await client.done('POST', '/auth/register/prepare', { email: 'mistyped@example.test', phone })
  await client.done('POST', '/auth/register/email_change', { email })
  await client.done('POST', '/auth/register/phone_confirm', { code: await lastCode(app, phone) })
  app.clock.advance(121_000)
  await client.done('POST', '/auth/register/email_code_request')
  await client.done('POST', '/auth/register/email_confirm', { code: await lastCode(app, email) })
  const data = { last_name: 'Кедрова', first_name: 'Анна', birth_date: '15.03.1990' }
  await client.done('POST', '/auth/register/reg_info', { data })
  client.token = (await client.done('POST', '/auth/register/complete', { password: rightPassword })).access_token
  await client.done('POST', '/auth/logout')

  client.token = (await client.done('POST', '/auth/login', { username: email, password: rightPassword })).access_token
  client.token = (await client.done('POST', '/auth/token/refresh')).access_token
  expect((await client.get('/user/profile')).email).toBe(email)
  const [competition] = (await client.get('/user/competitions')).competitions
  const { stages } = await client.get(`/user/user-stages?competition_code=${competition.code}`)
  const stage = (type: string) => stages.find((each: Json) => each.type === type)
  expect([stage('registration').status, stage('rules').status, stage('form').status]).toEqual([
    ...['success', 'available', 'available'],
  ])

  const rules = await client.done('POST', `/user/rules/${stage('rules').stage_id}`, { status: 'done' })
  expect(rules.status).toBe('success')

  const address = `/user/forms/${competition.code}/${stage('form').code}`
  const { url, form } = await client.get(address)
  const [{ name }] = form.sections[0].fields
  await client.done('PUT', `${address}/draft`, { data: { [name]: 'Вести за собой' } })
  expect((await client.get(`${address}/draft`)).draft).toEqual({ [name]: 'Вести за собой' })
  const handedIn = await client.done('PUT', url, { data: { [name]: 'Вести за собой' } })
  expect(handedIn.receipt.number).toBeTruthy()

  await client.done('POST', '/user/invite', { email: 'friend@example.test' })
  const request = await client.call('POST', '/feedback_form', { text: 'Как изменить фотографию?' })
  expect([request.status, request.body.email, request.body.topic]).toEqual([201, email, 'Другое'])
  await client.done('POST', '/auth/user/email', { email: 'later@example.test' })
})

test('CL-01 each call of a session and of the app answers a client that knows only the specification', async () => {
  const old = 'session@example.test'
  const fresh = 'fresh@example.test'
  const person = await anAccount(app, { email: old, phone: '+79267770001', emailVerified: false })
  const [client, device] = [aClient(), aClient()]
  const wire = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  const token = { access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/), expired: wire }
  const sent = { sent: true, repeat_after: 120 }
  const answer = async (who: typeof client, path: string, payload?: object) => {
    const { status, body } = await who.call('POST', path, payload)
    if (body?.access_token) who.token = body.access_token
    return [status, body]
  }
  const holds = async (who: typeof client) => (await who.call('GET', '/user/profile')).status

  const config = await client.get('/app/config')
  expect(Object.keys(config).sort()).toEqual([
    'abf',
    'captcha',
    'mtid',
    'outbox',
    'silent',
    'social_goal_id',
    'state_service',
    'ymid',
  ])
  expect(await answer(client, '/auth/token/refresh')).toEqual([
    403,
    expect.objectContaining({ code: 'refresh_refused' }),
  ])
  const wrong = { code: 'wrong_credentials', message: 'Неверное имя пользователя или пароль' }
  expect(await answer(client, '/auth/login', { username: old, password: 'Wrong-Password-1' })).toEqual([401, wrong])
  for (const who of [client, device])
    expect(await answer(who, '/auth/login', { username: old, password: rightPassword })).toEqual([200, token])
  const before = client.token
  app.clock.advance(1000)
  expect(await answer(client, '/auth/token/refresh')).toEqual([200, token])
  expect(client.token).not.toBe(before)
  expect(await holds(device)).toBe(200)
  expect(await answer(client, '/auth/revoke-sessions')).toEqual([200, token])
  expect([await holds(client), await holds(device)]).toEqual([200, 401])

  expect(await answer(client, '/user/send-email-verify')).toEqual([200, sent])
  const verified = (email: string) => [200, { email, email_verified: true }]
  expect(await answer(client, '/user/email-verify', { code: 'nothing' })).toEqual([
    ...[422, { code: 'email_code_expired', message: 'Код из письма устарел. Запросите новый' }],
  ])
  expect(await answer(client, '/user/email-verify', { code: await lastCode(app, old) })).toEqual(verified(old))
  app.clock.advance(121_000)
  expect(await answer(client, '/auth/user/email', { email: fresh })).toEqual([200, sent])
  expect((await client.get('/user/profile')).email).toBe(old)
  expect(await answer(client, '/user/email-verify', { code: await lastCode(app, fresh) })).toEqual(verified(fresh))
  // A new address invalidates the token, but not the session.
  expect(await answer(client, '/auth/token/refresh')).toEqual([200, token])
  expect((await client.get('/user/profile')).email).toBe(fresh)

  expect(await answer(client, '/auth/logout')).toEqual([204, null])
  expect(await holds(client)).toBe(401)
  expect((await answer(client, '/auth/token/refresh'))[0]).toBe(403)
  app.clock.advance(121_000)
  expect(await answer(client, '/auth/login/restore', { username: fresh })).toEqual([200, sent])
  await app.work('send_restore_letter')
  const code = await lastCode(app, fresh)
  const password = 'Sosna-Bereg-5932-Leto'
  expect(await answer(client, '/auth/password/create', { code, password })).toEqual([200, { username: fresh }])
  expect((await answer(client, '/auth/login', { username: fresh, password: rightPassword }))[0]).toBe(401)
  expect(await answer(client, '/auth/login', { username: fresh, password })).toEqual([200, token])

  // With a second factor the first call answers 202 with a marker, and a call with the code of the SMS completes the
  // login.
  await app.db.updateTable('accounts').set({ second_factor: 'sms' }).where('id', '=', person.id).execute()
  app.clock.advance(121_000)
  const [status, half] = await answer(client, '/auth/login', { username: fresh, password })
  expect([status, Object.keys(half).sort()]).toEqual([202, ['login_marker', 'method', 'repeat_after', 'sent_to']])
  const full = { username: fresh, password, sms_code: await lastCode(app, person.phone ?? '') }
  expect(await answer(client, '/auth/login', full)).toEqual([200, token])
})

test('a registration is found only by a cookie or its number, and its answers need the number', async () => {
  const visitor = aClient()
  const begun = await visitor.call('POST', '/auth/register/prepare', {
    ...{ email: 'second@example.test', phone: '+79267654321' },
  })
  expect(begun.status).toBe(200)
  expect((await visitor.call('POST', '/auth/register/progress', {})).status).toBe(400)
  for (const step of ['email_change', 'reg_info', 'sms_repeat']) {
    const payload = { email_change: { email: 'x@example.test' }, reg_info: { data: {} } }[step]
    const { body } = await aClient().call('POST', `/auth/register/${step}`, payload)
    expect(body.code).toBe('registration_step_order')
  }
})

test('a registration without a competition is refused when several are open', async () => {
  await aRegistration(app.db, { code: 'other_season' })
  const { status, body } = await aClient().call('POST', '/auth/register/prepare', {
    ...{ email: 'third@example.test', phone: '+79267654300' },
  })
  expect([status, body.code, Object.keys(body.fields)]).toEqual([400, 'invalid_request', ['competition_code']])
})
