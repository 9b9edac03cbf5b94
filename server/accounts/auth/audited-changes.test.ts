import { afterAll, beforeAll, expect, test } from 'vitest'
import { anAccount, lastCode, logIn, rightPassword, tokenOf } from '#server/testing/an-account.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const newPassword = 'Sosna-Bereg-5932-Leto'
const [email, phone] = ['audited@example.test', '+79265550177']

test('the audit records every change to the security of an account with the person who made it, without addresses or numbers', async () => {
  const person = await anAccount(app)
  const { id } = person
  const old = await logIn(app, person)
  const body = { password: rightPassword }
  await app.call('POST /auth/user/email', { token: old.token, body: { ...body, email } })
  await app.call('POST /user/email-verify', { body: { code: await lastCode(app, email) } })
  const [here, there] = [await logIn(app, { email }), await logIn(app, { email })]
  await app.call('POST /user/phone', { token: here.token, body: { ...body, phone } })
  await app.call('POST /user/phone/confirm', { token: here.token, body: { code: await lastCode(app, phone) } })
  await app.call('POST /auth/second-factor/enable', { token: here.token, body: { ...body, method: 'sms' } })
  for (const _time of ['off', 'off already'])
    await app.call('POST /auth/second-factor/disable', { token: here.token, body })
  const { sessions } = (await app.call('GET /user/sessions', { token: there.token })).body
  const current = sessions.find((session) => session.current)?.id ?? ''
  for (const _time of ['ended', 'ended already'])
    await app.call('DELETE /user/sessions/:id', { params: { id: current }, token: here.token })
  const again = tokenOf(await app.call('POST /auth/revoke-sessions', { token: here.token }))
  await app.call('POST /auth/password/change', {
    token: again,
    body: { current_password: rightPassword, password: newPassword, password_confirmation: newPassword },
  })
  const letters = (await app.call('GET /dev/outbox', { query: { to: email } })).body
  const stop = /\/not-me#([\w-]+)/.exec(letters[0]?.text ?? '')?.[1] ?? ''
  expect((await app.call('POST /auth/not-me', { body: { token: stop } })).status).toBe(200)
  app.clock.advance(121_000)
  await app.call('POST /auth/login/restore', { body: { username: email } })
  await app.work('send_restore_letter')
  const link = (await app.call('GET /dev/outbox', { query: { to: email } })).body[0]?.text ?? ''
  const code = /forgot\?step=password#([\w-]{43})/.exec(link)?.[1] ?? ''
  await app.call('POST /auth/password/create', {
    body: { code, password: rightPassword, password_confirmation: rightPassword },
  })
  expect(tokenOf(await app.call('POST /auth/login', { body: { username: phone, ...body } }))).toBeTruthy()

  const kept = await app.db
    .selectFrom('audit')
    .select(['action', 'subject', 'detail'])
    .where('actor_id', '=', id)
    .orderBy('id')
    .execute()
  const own = `account:${id}`
  expect(kept.map(({ action, subject, detail }) => [action, subject, detail])).toEqual([
    ['email_change_asked', own, {}],
    ['email_changed', own, {}],
    ['phone_changed', own, {}],
    ['second_factor_on', own, { method: 'sms' }],
    ['second_factor_off', own, {}],
    ['session_revoked', '', {}],
    ['sessions_revoked', '', {}],
    ['password_changed', own, {}],
    ['stranger_stopped', own, {}],
    ['password_reset', own, {}],
  ])
})
