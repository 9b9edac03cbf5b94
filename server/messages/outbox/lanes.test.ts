import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import { jobLanes, jobTasks } from '#server/jobs.ts'
import { addJob, startWorker } from '#server/platform/jobs/jobs.ts'
import { createTestDatabase } from '#server/testing/database.ts'
import { type FakeSmtp, fakeSmtp } from '#server/testing/fake-smtp.ts'
import { patience } from '#server/testing/patience.ts'
import { testApp } from '#server/testing/test-app.ts'
import { queueLetter, queueLetters, queueSms } from './queue-message.ts'

const closing: (() => Promise<unknown> | unknown)[] = []
let ended = new AbortController()
afterEach(async () => {
  ended.abort()
  ended = new AbortController()
  for (const close of closing.splice(0).reverse()) await close()
})

const many = 202

/** A portal whose broadcast to 202 people is on its way through these gateways. */
async function amidABroadcast({ smtp, smsUrl = 'http://127.0.0.1:9' }: { smtp: FakeSmtp; smsUrl?: string }) {
  closing.push(() => smtp.close())
  const database = await createTestDatabase()
  closing.push(() => database.drop())
  const app = await testApp({ env: { SMTP_URL: smtp.url, SMS_URL: smsUrl, MAIL_FROM: 'no-reply@portal.example' } })
  closing.push(() => app.close())
  const services = { ...app.services, db: database.db }
  const worker = await startWorker({ ...database, tasks: jobLanes(services) })
  closing.push(() => worker.stop())
  const inTx = (act: Parameters<ReturnType<typeof database.db.transaction>['execute']>[0]) =>
    database.db.transaction().execute(act)
  const people = Array.from({ length: many }, (_, n) => ({ to: `p${n}@example.test`, subject: 'Новость', text: 'Да' }))
  await inTx((tx) => queueLetters(tx, services, people))
  await vi.waitFor(() => expect(smtp.received.length).toBeGreaterThan(0), patience)
  return { database, services, inTx }
}

const code = { to: 'code@example.test', subject: 'Код', text: '123456' }

/** A pause of the server, which ends with the test. */
const wait = (ms: number) => delay(ms, undefined, { signal: ended.signal }).catch(() => {})

for (const [what, ms] of [
  ['takes a second for each letter', 1000],
  ['takes three seconds for each letter', 3000],
  ['never answers', 3_600_000],
] as const)
  test(`R-72 a code passes a broadcast to 202 people at a server that ${what}`, async () => {
    const smtp = await fakeSmtp(({ to }) => (to === code.to ? Promise.resolve() : wait(ms)))
    const { inTx, services, database } = await amidABroadcast({ smtp })
    const began = performance.now()
    await inTx((tx) => queueLetter(tx, services, code, 'code'))
    await vi.waitFor(() => expect(smtp.received.map(({ to }) => to)).toContain(code.to), patience)
    const at = smtp.received.findIndex(({ to }) => to === code.to)
    console.log(`a code: ${Math.round((smtp.received[at]?.at ?? 0) - began)} ms, after ${at} letters of the broadcast`)
    // Before the change it was behind all 202.
    expect(at).toBeLessThan(60)
    // What a person waits for does not wait for letters either.
    await inTx((tx) => addJob(tx, 'run_bulk_act', { bulkActId: 0 }))
    await vi.waitFor(async () => {
      const { rows } = await sql`select from graphile_worker.jobs where task_identifier = 'run_bulk_act'`.execute(
        database.db,
      )
      expect(rows).toEqual([])
    }, patience)
    expect(smtp.received.length).toBeLessThan(many)
  })

test('R-72 a code by SMS passes letters with codes at a mail server that never answers', async () => {
  const smtp = await fakeSmtp(() => wait(3_600_000))
  const got: string[] = []
  const gateway = createServer((request, response) => {
    request.resume().on('end', () => {
      got.push(String(request.headers['idempotency-key']))
      response.end()
    })
  })
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve))
  closing.push(() => gateway.close())
  const smsUrl = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}/send`
  const { inTx, services } = await amidABroadcast({ smtp, smsUrl })
  await inTx(async (tx) => {
    for (let n = 0; n < 20; n += 1) await queueLetter(tx, services, { ...code, to: `code${n}@example.test` }, 'code')
    await queueSms(tx, services, { to: '+79161112233', text: '654321' }, 'code')
  })
  await vi.waitFor(() => expect(got).toHaveLength(1), patience)
  expect(smtp.received.length).toBeLessThan(many)
})

test('every job has a lane, and every name in the lanes is a job', async () => {
  const app = await testApp()
  closing.push(() => app.close())
  const inLanes = Object.values(jobLanes(app.services)).flatMap((tasks) => Object.keys(tasks))
  expect(inLanes.toSorted()).toEqual(Object.keys(jobTasks(app.services)).toSorted())
})

test('R-81 of a letter that a server takes and drops the line there is one copy more, with the same Message-ID', async () => {
  const smtp = await fakeSmtp(async ({ drop }) => {
    drop()
    await new Promise(() => {})
  })
  closing.push(() => smtp.close())
  const app = await testApp({ env: { SMTP_URL: smtp.url, MAIL_FROM: 'no-reply@portal.example' } })
  closing.push(() => app.close())
  await app.db.transaction().execute((tx) => queueLetter(tx, app.services, code))
  const { id } = await app.db.selectFrom('outgoing_messages').select('id').executeTakeFirstOrThrow()
  const task = jobTasks(app.services).send_message
  const attempt = (number: number) => task?.({ id } as never, { id: '7', attempt: number, lastAttempt: false })
  await expect(attempt(1)).rejects.toThrow()
  await attempt(2)
  await attempt(3)
  expect(smtp.received).toHaveLength(2)
  expect(new Set(smtp.received.map(({ messageId }) => messageId)).size).toBe(1)
  expect(smtp.received[0]?.messageId).toMatch(/@portal\.example>$/)
  const row = await app.db.selectFrom('outgoing_messages').selectAll().executeTakeFirstOrThrow()
  expect([row.failure, row.failed_at === null]).toEqual(['unsure', false])
})
