import { afterAll, beforeAll, expect, test } from 'vitest'
import { watchChanges } from '#server/conformance/changes.ts'
import { aRegistration } from '#server/testing/a-registration.ts'
import { anAccount, lastCode, logIn, rightPassword } from '#server/testing/an-account.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
  await aRegistration(app.db)
})
afterAll(() => app.close())

const password = rightPassword
const newPassword = 'Novaya-Tropa-9051-Lug'
let asked = 0
/** An account with everything unfinished: a link, a new address, a new number, and a login that waits for its code. */
async function aPersonWithEverything() {
  asked += 1
  const [email, phone] = [`wanted${asked}@example.test`, `+7926888${String(asked).padStart(4, '0')}`]
  const person = await anAccount(app)
  const { token } = await logIn(app, person)
  await app.call('POST /auth/login/restore', { body: { username: person.email } })
  await app.work('send_restore_letter')
  expect((await app.call('POST /auth/user/email', { token, body: { email, password } })).status).toBe(200)
  expect((await app.call('POST /user/phone', { token, body: { phone, password } })).status).toBe(200)
  return { ...person, token, wanted: { email, phone } }
}

test('changes to one account touch no rows of other accounts', async () => {
  const bystander = await aPersonWithEverything()
  const guarded = await anAccount(app)
  const { token: of } = await logIn(app, guarded)
  const sms = { method: 'sms' as const, password }
  expect((await app.call('POST /auth/second-factor/enable', { token: of, body: sms })).status).toBe(200)
  expect((await app.call('POST /auth/login', { body: { username: guarded.email, password } })).status).toBe(202)
  await app.db
    .insertInto('state_service_links')
    .values({ subject_hash: Buffer.from('him'), account_id: bystander.id, issuer: '', linked_at: app.clock.now() })
    .execute()
  const changes = await watchChanges(app.db)

  const person = await aPersonWithEverything()
  let { token } = person
  const login = async (secret: string, email = person.wanted.email) => {
    app.clock.advance(25 * 3_600_000)
    token = (await logIn(app, { email }, secret)).token
  }
  const letter = async (to: string) => (await app.call('GET /dev/outbox', { query: { to } })).body[0]?.text ?? ''
  const steps: [string, () => Promise<{ status: number }>][] = [
    [
      'a new number',
      async () =>
        app.call('POST /user/phone/confirm', { token, body: { code: await lastCode(app, person.wanted.phone) } }),
    ],
    [
      'a new address',
      async () => app.call('POST /user/email-verify', { body: { code: await lastCode(app, person.wanted.email) } }),
    ],
    ['a login', async () => login(password).then(() => ({ status: 200 }))],
    ['the second factor', () => app.call('POST /auth/second-factor/enable', { token, body: sms })],
    ['no second factor', () => app.call('POST /auth/second-factor/disable', { token, body: { password } })],
    [
      'a new password',
      () =>
        app.call('POST /auth/password/change', {
          token,
          body: { current_password: password, password: newPassword, password_confirmation: newPassword },
        }),
    ],
    ['another login', async () => login(newPassword).then(() => ({ status: 200 }))],
    ['the end of all sessions', () => app.call('POST /auth/revoke-sessions', { token })],
    [
      'a forgotten password',
      async () => {
        await app.call('POST /auth/login/restore', { body: { username: person.wanted.email } })
        await app.work('send_restore_letter')
        const code = /forgot\?step=password#([\w-]{43})/.exec(await letter(person.wanted.email))?.[1] ?? ''
        return app.call('POST /auth/password/create', { body: { code, password, password_confirmation: password } })
      },
    ],
    [
      '«Это не я»',
      async () => {
        const [, link = ''] = /\/not-me#([\w-]+)/.exec(await letter(person.wanted.email)) ?? []
        return app.call('POST /auth/not-me', { body: { token: link } })
      },
    ],
  ]
  const before = await changes()
  for (const [name, step] of [['what was asked for', async () => ({ status: 200 })] as const, ...steps]) {
    const { status } = await step()
    expect([name, status < 300]).toEqual([name, true])
    const written = name === 'what was asked for' ? before : await changes()
    const ofOthers = written.filter((what) => / of \d+$/.test(what) && !what.endsWith(` of ${person.id}`))
    expect([name, ofOthers]).toEqual([name, []])
    if (!name.includes('login'))
      expect(
        written.some((what) => what.endsWith(` of ${person.id}`)),
        name,
      ).toBe(true)
  }
  expect((await logIn(app, bystander)).token).not.toBe('')
})
