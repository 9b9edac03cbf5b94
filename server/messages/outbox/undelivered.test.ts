import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCompetition } from '#server/testing/a-competition.ts'
import { anAccount, sessionOf } from '#server/testing/an-account.ts'
import { type FakeSmtp, fakeSmtp } from '#server/testing/fake-smtp.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { eraseMessages } from './erase-messages.ts'
import { queueLetter } from './queue-message.ts'
import { sendMessage } from './send-message.ts'
import type { MessageKind } from './tables.ts'

let app: TestApp
let smtp: FakeSmtp
let token: string
beforeAll(async () => {
  smtp = await fakeSmtp()
  app = await testApp({ env: { SMTP_URL: smtp.url, MAIL_FROM: 'no-reply@portal.example' } })
  ;({ token } = await anAdministrator())
})
afterAll(async () => {
  await app.close()
  await smtp.close()
})

async function anAdministrator() {
  const account = await anAccount(app, { isDemo: true, flags: ['admins'] })
  return { id: account.id, token: (await sessionOf(app, account)).token }
}

async function fails(to: string, kind: MessageKind = 'account', job = { attempt: 1, lastAttempt: false }) {
  await app.db.transaction().execute((tx) => queueLetter(tx, app.services, { to, subject: 'a', text: 'b' }, kind))
  const { id } = await app.db
    .selectFrom('outgoing_messages')
    .select('id')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  await sendMessage(app.services, { id }, { id: '1', ...job }).catch(() => {})
  return id
}
const list = () => app.call('GET /admin/undelivered', { token })
const duties = async () => (await app.call('GET /user/duties', { token })).body.undelivered

test('R-74 an administrator sees to whom a letter was not delivered, why and since when, and sends it again', async () => {
  expect([(await list()).body.count, await duties()]).toEqual([0, null])
  const refused = await fails('nobody@example.test')
  const code = await fails('nobody-2@example.test', 'code')
  const { body } = await list()
  expect(body.count).toBe(2)
  expect(body.messages[1]).toEqual({
    id: refused,
    channel: 'email',
    about: 'usual',
    to: 'nobody@example.test',
    why: 'no_mailbox',
    answer: '550',
    queued_at: '2026-11-21 12:00:00',
    failing_since: '2026-11-21 12:00:00',
  })
  expect(await duties()).toEqual({ count: 2, since: '2026-11-21 12:00:00' })

  // A code would be worthless by now.
  const again = await app.call('POST /admin/undelivered/again', { token, body: { ids: [refused, code] } })
  expect(again.body).toEqual({ again: 1 })
  expect((await list()).body.messages.map(({ id }) => id)).toEqual([code])
  const acts = await app.db
    .selectFrom('audit')
    .select('detail')
    .where('action', '=', 'undelivered_sent_again')
    .execute()
  expect(acts).toEqual([{ detail: { ids: [refused] } }])
  // It is really sent again, and refused again.
  await app.work('send_message')
  expect((await list()).body.count).toBe(2)
})

test('R-74 while another attempt may help, a letter is not given up; after the last one it is', async () => {
  const before = (await list()).body.count
  const closed = await fakeSmtp()
  await closed.close()
  const services = { ...app.services, config: { ...app.config, smtpUrl: closed.url } }
  await app.db
    .transaction()
    .execute((tx) => queueLetter(tx, services, { to: 'anna@example.test', subject: 'a', text: 'b' }))
  const { id } = await app.db
    .selectFrom('outgoing_messages')
    .select('id')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  await expect(sendMessage(services, { id }, { id: '1', attempt: 1, lastAttempt: false })).rejects.toThrow()
  expect((await list()).body.count).toBe(before)
  app.clock.advance(60_000)
  await sendMessage(services, { id }, { id: '1', attempt: 25, lastAttempt: true })
  expect((await list()).body.messages[0]).toMatchObject({
    ...{ id, to: 'anna@example.test', why: 'unreachable', answer: null },
    failing_since: '2026-11-21 12:00:00',
  })
})

test('R-74 nobody else sees addresses: neither other organisers nor administrators of one competition', async () => {
  const other = await sessionOf(app, await anAccount(app, { isDemo: true, flags: ['participants'] }))
  expect((await app.call('GET /admin/undelivered', { token: other.token })).status).toBe(403)
  expect((await app.call('GET /user/duties', { token: other.token })).body.undelivered).toBeNull()
  const one = await anAdministrator()
  const { code } = await aCompetition(app.db, {})
  await app.db.updateTable('admin_flags').set({ competition_code: code }).where('account_id', '=', one.id).execute()
  const call = { token: one.token, body: { ids: [1] } }
  expect((await app.call('GET /admin/undelivered', { token: one.token })).status).toBe(403)
  expect((await app.call('POST /admin/undelivered/again', call)).status).toBe(403)
  expect((await app.call('GET /user/duties', { token: one.token })).body.undelivered).toBeNull()
})

test('an erased person is not in the list either', async () => {
  const id = await fails('nobody-gone@example.test')
  const person = { accountId: 0, email: 'Nobody-Gone@example.test', phone: null }
  await app.db.transaction().execute((tx) => eraseMessages.erase?.(tx, app.services, person, app.clock.now()) as never)
  expect((await list()).body.messages.some((message) => message.id === id)).toBe(false)
})
