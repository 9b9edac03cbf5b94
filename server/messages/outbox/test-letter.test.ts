import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { SMTPServer } from 'smtp-server'
import { afterEach, expect, test } from 'vitest'
import { aCompetition } from '#server/testing/a-competition.ts'
import { anAccount, sessionOf } from '#server/testing/an-account.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { queueLetter } from './queue-message.ts'
import { sendMessage } from './send-message.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

async function anApp(env: Record<string, string> = {}): Promise<TestApp> {
  const app = await testApp({ env })
  closing.push(() => app.close())
  return app
}

/** A demo that other machines reach has no outbox, and here no gateway either. */
const silent = { HOST: '0.0.0.0' }

test('FS-14 a test letter to oneself is one call, and another says what the mail server answered', async () => {
  let refuses = false
  const received: string[] = []
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, done) => {
      if (refuses) return done(Object.assign(new Error('5.7.1 not here'), { responseCode: 554 }))
      received.push(address)
      done()
    },
    onData: (stream, _session, done) => stream.resume().on('end', () => done()),
  })
  const port = await new Promise<number>((resolve) => {
    const listening = smtp.listen(0, '127.0.0.1', () => resolve((listening.address() as AddressInfo).port))
  })
  const close = () => new Promise<void>((resolve) => smtp.close(() => resolve()))
  const app = await anApp({ SMTP_URL: `smtp://127.0.0.1:${port}` })
  const account = await anAccount(app, { isDemo: true, email: 'chief@example.test', flags: ['admins'] })
  const { token } = await sessionOf(app, account)
  const send = async () => {
    const { body } = await app.call('POST /admin/test-letter', { token })
    expect(body).toEqual({ to: 'chief@example.test', goes: 'server' })
    const { id } = await app.db
      .selectFrom('outgoing_messages')
      .select('id')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    const before = (await app.call('GET /admin/test-letter', { token })).body.state
    await sendMessage(app.services, { id }, { id: '1', attempt: 1, lastAttempt: false }).catch(() => {})
    return [before, (await app.call('GET /admin/test-letter', { token })).body]
  }
  expect(await send()).toEqual(['waits', { state: 'sent', answer: null }])
  expect(received).toEqual(['chief@example.test'])
  refuses = true
  expect(await send()).toEqual(['waits', { state: 'fails', answer: '554 5.7.1' }])
  await close()
  expect(await send()).toEqual(['waits', { state: 'fails', answer: null }])
})

test('FS-14 without a gateway the test letter is in the outbox of the demo; elsewhere the answer says that it goes nowhere', async () => {
  const goes = async (env = {}) => {
    const app = await anApp(env)
    const account = await anAccount(app, { isDemo: true, flags: ['admins'] })
    const { token } = await sessionOf(app, account)
    return (await app.call('POST /admin/test-letter', { token })).body.goes
  }
  expect([await goes(), await goes(silent)]).toEqual(['outbox', 'nowhere'])
})

test('FS-14 without a gateway a letter waits for as long as it takes', async () => {
  const app = await anApp(silent)
  await app.db
    .transaction()
    .execute((tx) => queueLetter(tx, app.services, { to: 'anna@example.test', subject: 'Письмо', text: 'Текст' }))
  const { id } = await app.db.selectFrom('outgoing_messages').select('id').executeTakeFirstOrThrow()
  await sendMessage(app.services, { id }, { id: '1', attempt: 1, lastAttempt: true })
  const { failed_at, sealed } = await app.db.selectFrom('outgoing_messages').selectAll().executeTakeFirstOrThrow()
  expect([failed_at, sealed === null]).toEqual([null, false])
  const { rows } = await sql<{ run_at: Date }>`
    select run_at from graphile_worker.jobs where task_identifier = 'send_message' order by id desc limit 1`.execute(
    app.db,
  )
  expect(rows[0]?.run_at).toEqual(new Date(app.clock.now().getTime() + 15 * 60_000))
})

test('FS-14 the check-list of a competition says in red what cannot be sent, and in yellow where the operator wants it so', async () => {
  const opened = async (env: Record<string, string>) => {
    const app = await anApp(env)
    const { code: competition } = await aCompetition(app.db, { essay: { type: 'essay' } })
    const account = await anAccount(app, { isDemo: true, flags: ['competitions'] })
    const { token } = await sessionOf(app, account)
    const { checklist } = (
      await app.call('GET /admin/competitions/:competition/stages', { token, params: { competition } })
    ).body
    return checklist
      .filter(({ text }) => text.includes('ждут'))
      .map(({ level, text }) => `${level} ${text.split(':')[0]}`)
  }
  expect(await opened({})).toEqual([])
  expect(await opened(silent)).toEqual(['red Почта не настроена', 'red СМС не настроены'])
  expect(await opened({ ...silent, MAIL: 'off' })).toEqual(['yellow Почта не настроена', 'yellow СМС не настроены'])
})
