import { afterAll, beforeAll, expect, test } from 'vitest'
import { publishForm } from '#server/forms/store.ts'
import { addRulesVersion } from '#server/stages/rules/store.ts'
import { aRegistration } from '#server/testing/a-registration.ts'
import { lastCode, rightPassword } from '#server/testing/an-account.ts'
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

// biome-ignore lint/suspicious/noExplicitAny: this client knows no contract, only the text of the specification.
type Json = any

/** A client that keeps cookies and its token, as a browser does, and knows nothing but the specification. */
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

test('without a cookie or a number no registration is meant, and its answers need the number', async () => {
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

test('a registration without a competition is refused where several are open', async () => {
  await aRegistration(app.db, { code: 'other_season' })
  const { status, body } = await aClient().call('POST', '/auth/register/prepare', {
    ...{ email: 'third@example.test', phone: '+79267654300' },
  })
  expect([status, body.code, Object.keys(body.fields)]).toEqual([400, 'invalid_request', ['competition_code']])
})
