import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { portalLog } from '#server/platform/http/portal-log.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { limits } from '#shared/platform/api/limits.ts'

const lines: string[] = []
const received: string[] = []
/** A receiver that answers only while `answering`: one that hangs must delay nobody. */
let answering = true
const receiver = createServer((request, response) => {
  let text = ''
  request.on('data', (chunk: Buffer) => {
    text += chunk.toString()
  })
  request.on('end', () => {
    received.push(text)
    if (answering) response.writeHead(204).end()
  })
})
let app: TestApp

beforeAll(async () => {
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/faults`
  app = await testApp({ logger: portalLog(url, { write: (line) => lines.push(line) }) })
})
afterAll(async () => {
  await app.close()
  receiver.closeAllConnections()
  await new Promise((resolve) => receiver.close(resolve))
})

const canaries = [
  'anna.kedrova@example.test',
  '+7 916 123-45-67',
  '112-233-445 95',
  'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl',
  'Кедрова-из-запроса',
]
const fault = {
  id: 'abc123def',
  message: `Не вышло для ${canaries[0]}, тел. ${canaries[1]}, ${canaries[2]}`,
  stack: `Error\n at https://portal.test/assets/a.js?name=${encodeURIComponent(canaries[4] ?? '')}&x=${canaries[4]} ${canaries[3]}`,
  path: '/ru_season_5/business',
}
const arrived = async (count: number) => {
  while (received.length < count) await new Promise((resolve) => setImmediate(resolve))
}

test('ER-02 a fault of a page reaches the log and the receiver without personal data', async () => {
  const [logged, before] = [lines.length, received.length]
  const answer = await app.call('POST /client-errors', { body: fault })
  expect(answer.status).toBe(204)
  await arrived(before + 1)
  for (const text of [lines.slice(logged).join(''), received.slice(before).join('')]) {
    expect(JSON.parse(text)).toMatchObject({
      level: 50,
      page: { id: fault.id, path: fault.path },
      msg: 'a page failed',
    })
    for (const canary of canaries) {
      expect(text).not.toContain(canary)
      expect(text).not.toContain(encodeURIComponent(canary))
    }
  }
})

test('ER-02 a fault of the server reaches the log and the receiver under the number that the person sees', async () => {
  const [logged, before] = [lines.length, received.length]
  // The schema cannot be changed by a call, so this is a fault of the portal and not of its input.
  await sql`alter table competitions rename to competitions_lost`.execute(app.db)
  const answer = await app.call('GET /competitions')
  await sql`alter table competitions_lost rename to competitions`.execute(app.db)
  expect([answer.status, answer.body.code]).toEqual([500, 'server_error'])
  await arrived(before + 1)
  for (const text of [...lines.slice(logged), ...received.slice(before)])
    expect(JSON.parse(text)).toMatchObject({
      level: 50,
      reqId: answer.body.request_id,
      msg: 'a request failed',
      err: { message: expect.stringContaining('competitions') },
    })
  expect([lines.length - logged, received.length - before]).toEqual([1, 1])
})

test('a receiver that does not answer delays no call', async () => {
  answering = false
  const before = received.length
  for (let i = 0; i < 3; i += 1) expect((await app.call('POST /client-errors', { body: fault })).status).toBe(204)
  await arrived(before + 1)
  expect((await app.fetch('/api/v3/app/config')).status).toBe(200)
  // One request at a time: the others wait for the first.
  expect(received).toHaveLength(before + 1)
  answering = true
})

test('one browser cannot flood the log', async () => {
  const ip = '203.0.113.9'
  const statuses: number[] = []
  for (let i = 0; i <= limits.client_errors.points; i += 1)
    statuses.push((await app.call('POST /client-errors', { body: fault, ip })).status)
  expect(statuses.at(-2)).toBe(204)
  expect(statuses.at(-1)).toBe(429)
})

test.each([
  ['a long text', { ...fault, message: 'x'.repeat(1001) }],
  ['an unknown field', { ...fault, cookies: 'all of them' }],
])('a report with %s is refused', async (_what, body) => {
  expect((await app.call('POST /client-errors', { body })).status).toBe(400)
})
