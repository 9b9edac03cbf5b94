import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { jobLanes } from '#server/jobs.ts'
import { startWorker } from '#server/platform/jobs/jobs.ts'
import { createTestDatabase } from '#server/testing/database.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { queueLetter, queueSms } from './queue-message.ts'
import { sendMessage } from './send-message.ts'

const closing: (() => Promise<unknown> | unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

async function anApp(env: Record<string, string> = {}): Promise<TestApp> {
  const app = await testApp({ env })
  closing.push(() => app.close())
  return app
}

const inTx = (app: TestApp, work: (tx: Parameters<typeof queueLetter>[0]) => Promise<void>) =>
  app.db.transaction().execute(work)

describe('without gateways', () => {
  test('letters and SMS are shown newest first and can be searched by recipient', async () => {
    const app = await anApp()
    await inTx(app, async (tx) => {
      await queueLetter(tx, app.services, {
        to: 'Anna@example.test',
        subject: 'Код',
        text: 'Ваш код 123456',
        code: '123456',
      })
      await queueSms(tx, app.services, { to: '+79161112233', text: '<b>654321</b>', code: '654321' })
    })
    const all = await app.call('GET /dev/outbox')
    expect(all.body.map(({ channel, to, code }) => ({ channel, to, code }))).toEqual([
      { channel: 'sms', to: '+79161112233', code: '654321' },
      { channel: 'email', to: 'Anna@example.test', code: '123456' },
    ])
    expect(all.body[0]?.created).toBe('2026-11-21 12:00:00')
    const hers = await app.call('GET /dev/outbox', { query: { to: 'anna@EXAMPLE.test' } })
    expect(hers.body).toHaveLength(1)
    const page = await app.fetch('/dev/outbox?to=%2B79161112233')
    const html = await page.text()
    expect(html).toContain('654321')
    expect(html).toContain('&lt;b&gt;')
    expect(html).not.toContain('123456')
  })

  test('a message of a failed transaction is not sent', async () => {
    const app = await anApp()
    await expect(
      inTx(app, async (tx) => {
        await queueSms(tx, app.services, { to: '+79161112233', text: 'x' })
        throw new Error('the business failed')
      }),
    ).rejects.toThrow('the business failed')
    expect((await app.call('GET /dev/outbox')).body).toEqual([])
  })
})

test('in production there is no outbox, neither as JSON nor as a page', async () => {
  const app = await anApp({
    NODE_ENV: 'production',
    MAIL: 'off',
    PUBLIC_URL: 'https://portal.example',
    TOKEN_SECRET: 't'.repeat(32),
    DATA_PEPPER: 'p'.repeat(32),
    DATA_KEY: Buffer.alloc(32, 1).toString('base64'),
  })
  expect((await app.call('GET /dev/outbox')).status).toBe(404)
  expect((await app.fetch('/dev/outbox')).status).toBe(404)
})

describe('with gateways', () => {
  let letters: { to: string[]; raw: string }[]
  let calls: { headers: IncomingMessage['headers']; body: { id: string; to: string; text: string } }[]
  let smsStatus: number
  let env: Record<string, string>

  beforeEach(async () => {
    letters = []
    calls = []
    smsStatus = 200
    const smtp = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData(stream, session, done) {
        const chunks: Buffer[] = []
        stream.on('data', (chunk: Buffer) => chunks.push(chunk))
        stream.on('end', () => {
          letters.push({
            to: session.envelope.rcptTo.map(({ address }) => address),
            raw: Buffer.concat(chunks).toString(),
          })
          done()
        })
      },
    })
    const smtpPort = await new Promise<number>((resolve) => {
      const listening = smtp.listen(0, '127.0.0.1', () => resolve((listening.address() as AddressInfo).port))
    })
    closing.push(() => new Promise<void>((resolve) => smtp.close(() => resolve())))
    const gateway: Server = createServer((request, response) => {
      let body = ''
      request.on('data', (chunk) => {
        body += chunk
      })
      request.on('end', () => {
        calls.push({ headers: request.headers, body: JSON.parse(body) })
        response.writeHead(smsStatus).end()
      })
    })
    const smsPort = await new Promise<number>((resolve) => {
      gateway.listen(0, '127.0.0.1', () => resolve((gateway.address() as AddressInfo).port))
    })
    closing.push(() => new Promise((resolve) => gateway.close(resolve)))
    env = {
      SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
      SMS_URL: `http://portal:secret@127.0.0.1:${smsPort}/send`,
      MAIL_FROM: 'no-reply@portal.example',
    }
  })

  test('a job sends queued letters and SMS, and their text is deleted', async () => {
    const database = await createTestDatabase()
    closing.push(() => database.drop())
    const app = await anApp(env)
    const services = { ...app.services, db: database.db }
    await database.db.transaction().execute(async (tx) => {
      await queueLetter(tx, services, { to: 'anna@example.test', subject: 'Ваш код', text: 'Код 123456' })
      await queueSms(tx, services, { to: '+79161112233', text: 'Код 654321' })
    })
    const queued = await database.db.selectFrom('outgoing_messages').selectAll().execute()
    expect(JSON.stringify(queued.map(({ sealed }) => sealed?.toString('latin1')))).not.toMatch(/123456|654321|anna/)
    const worker = await startWorker({ ...database, tasks: jobLanes(services) })
    closing.push(() => worker.stop())
    await expect.poll(() => letters.length + calls.length).toBe(2)
    expect(letters[0]?.to).toEqual(['anna@example.test'])
    expect(letters[0]?.raw).toMatch(/Message-ID: <letter-\d+-\d+@portal\.example>/i)
    expect(calls[0]?.body).toMatchObject({ to: '+79161112233', text: 'Код 654321' })
    expect(calls[0]?.headers['idempotency-key']).toBe(calls[0]?.body.id)
    expect(calls[0]?.headers.authorization).toBe(`Basic ${Buffer.from('portal:secret').toString('base64')}`)
    await expect
      .poll(() =>
        database.db.selectFrom('outgoing_messages').select('sealed').where('sent_at', 'is not', null).execute(),
      )
      .toEqual([{ sealed: null }, { sealed: null }])
  })

  test('a message that the gateway refused is sent again with the same id; a sent one is not', async () => {
    const app = await anApp(env)
    await inTx(app, (tx) => queueSms(tx, app.services, { to: '+79161112233', text: 'Код' }))
    const { id } = await app.db.selectFrom('outgoing_messages').select('id').executeTakeFirstOrThrow()
    const attempt = (number: number) =>
      sendMessage(app.services, { id }, { id: '77', attempt: number, lastAttempt: false })
    smsStatus = 500
    await expect(attempt(1)).rejects.toThrow('500')
    smsStatus = 200
    await attempt(2)
    await attempt(3)
    expect(calls.map(({ body }) => body.id)).toEqual(['portal-77', 'portal-77'])
  })

  test('an address with a line break adds no recipient', async () => {
    const app = await anApp(env)
    const to = 'anna@example.test\r\nBcc: all@example.test'
    await inTx(app, (tx) => queueLetter(tx, app.services, { to, subject: 'a\r\nBcc: b@example.test', text: 'x' }))
    const { id } = await app.db.selectFrom('outgoing_messages').select('id').executeTakeFirstOrThrow()
    await sendMessage(app.services, { id }, { id: '1', attempt: 1, lastAttempt: false })
    expect(letters).toEqual([])
    const { failure } = await app.db.selectFrom('outgoing_messages').select('failure').executeTakeFirstOrThrow()
    expect(failure).toBe('bad_address')
  })
})
