import { get, type IncomingMessage } from 'node:http'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { anAccount, sessionOf } from '#server/testing/an-account.ts'
import { countQueries } from '#server/testing/count-queries.ts'
import { patience } from '#server/testing/patience.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { pollPath } from './answer-poll.ts'
import { notify } from './notify.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ remembers: true })
})
afterAll(() => app.close())

interface Polled {
  status: number | undefined
  /** Header names and values as sent, in order. */
  rawHeaders: string[]
  etag: string | undefined
  text: string
}

/** One poll on its own connection. */
async function poll(token: string, headers: Record<string, string> = {}): Promise<Polled> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(`${app.url}${pollPath}`, { headers: { 'X-Token': token, ...headers }, agent: false }, resolve).on(
      'error',
      reject,
    )
  })
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk as Buffer)
  const rawHeaders = response.rawHeaders.filter((_value, at, all) => all[at - (at % 2)]?.toLowerCase() !== 'date')
  return {
    status: response.statusCode,
    rawHeaders,
    etag: response.headers.etag,
    text: Buffer.concat(chunks).toString(),
  }
}

const unreadOf = ({ text }: Polled) => (JSON.parse(text) as { unread: number }).unread

/** A logged-in person whose poll is answered from memory. */
async function remembered() {
  const account = await anAccount(app)
  const { token } = await sessionOf(app, account)
  await addNotification(account.id, 'Анкета «принята» 😀')
  await kept(token)
  return { ...account, token }
}

const addNotification = (accountId: number, title: string) =>
  app.db.transaction().execute((tx) => notify(tx, accountId, { title, text: 'Текст' }, app.clock.now()))

/** Waits until a poll makes no query: the listener must be connected and have received the last change. */
const kept = (token: string) => vi.waitFor(async () => expect(await countQueries(() => poll(token))).toBe(0), patience)

test('a poll from memory makes no query and has exactly the bytes of the router’s answer', async () => {
  const { token } = await remembered()
  const fromMemory = await poll(token)
  const [known, other] = [{ 'If-None-Match': String(fromMemory.etag) }, { 'If-None-Match': '"other"' }]
  const unchangedFromMemory = await poll(token, known)
  expect(await countQueries(() => poll(token, known))).toBe(0)
  // Polls with weak or wrong etags are answered by the router.
  expect(await countQueries(() => poll(token, other))).toBeGreaterThan(0)
  expect(await poll(token, other)).toEqual(fromMemory)
  expect(await poll(token, { 'If-None-Match': `W/${fromMemory.etag}, "other"` })).toEqual(unchangedFromMemory)
  expect(fromMemory.status).toBe(200)
  expect(fromMemory.text).toContain('Анкета «принята» 😀')
  expect(unchangedFromMemory).toMatchObject({ status: 304, text: '' })
  expect(fromMemory.rawHeaders.map((part) => part.toLowerCase())).toEqual(
    expect.arrayContaining(['no-store', 'nosniff', 'no-referrer', 'same-origin', 'application/json; charset=utf-8']),
  )
})

test('equal contents have the same etag for everyone and in every process, other contents have another', async () => {
  const [one, other] = [await remembered(), await remembered()]
  const before = await poll(one.token)
  expect(before.etag).not.toBe((await poll(other.token)).etag)
  await app.db.deleteFrom('notifications').where('account_id', 'in', [one.id, other.id]).execute()
  await vi.waitFor(async () => {
    const [a, b] = [await poll(one.token), await poll(other.token)]
    expect(a.etag).toBe(b.etag)
    expect(a.etag).not.toBe(before.etag)
  }, patience)
})

test.each<[string, (person: { id: number; token: string }) => Promise<unknown>, number]>([
  ['a notification is added', ({ id }) => addNotification(id, 'Ещё'), 2],
  ['many notifications are added at once', ({ id }) => addMany(id, 1200), 1201],
  [
    'notifications are marked as read directly in the database',
    ({ id }) => app.db.updateTable('notifications').set({ read_at: new Date() }).where('account_id', '=', id).execute(),
    0,
  ],
  [
    'notifications are removed',
    ({ id }) => app.db.deleteFrom('notifications').where('account_id', '=', id).execute(),
    0,
  ],
])('after %s, the next poll shows it', async (_who, change, unread) => {
  const person = await remembered()
  await change(person)
  await vi.waitFor(async () => expect(unreadOf(await poll(person.token))).toBe(unread), patience)
})

/** Adds notifications as a mailing does, in one statement. */
async function addMany(accountId: number, count: number) {
  const row = { title: 'Рассылка', text: 'Текст', created_at: new Date() }
  await app.db
    .insertInto('notifications')
    .values(Array.from({ length: count }, () => ({ ...row, account_id: accountId })))
    .execute()
}

test('a mailing to 1,500 people in one statement updates the cache for each of them', async () => {
  const people = await app.db
    .insertInto('accounts')
    .values(
      Array.from({ length: 1500 }, (_, number) => ({
        email: `mailing${number}@example.test`,
        password_hash: '',
        created_at: new Date(),
      })),
    )
    .returning('id')
    .execute()
  const person = await remembered()
  const row = { title: 'Рассылка', text: 'Текст', created_at: new Date() }
  const to = [...people.map(({ id }) => id), person.id]
  await app.db
    .insertInto('notifications')
    .values(to.map((account_id) => ({ ...row, account_id })))
    .execute()
  await vi.waitFor(async () => expect(unreadOf(await poll(person.token))).toBe(2), patience)
})

test('ST-10 a notification marked as read is missing from the very next poll', async () => {
  const { token } = await remembered()
  const { notifications } = JSON.parse((await poll(token)).text) as { notifications: { id: number }[] }
  const [newest] = notifications
  await app.call('PATCH /user/notifications/:id', { token, params: { id: newest?.id ?? 0 }, body: { status: 'read' } })
  expect(unreadOf(await poll(token))).toBe(0)
})

test.each<[string, (person: { id: number; token: string }) => Promise<unknown>]>([
  ['logs out everywhere', ({ token }) => app.call('POST /auth/revoke-sessions', { token })],
  [
    'loses the session',
    ({ id }) => app.db.updateTable('sessions').set({ revoked_at: new Date() }).where('account_id', '=', id).execute(),
  ],
  [
    'has a new session epoch',
    ({ id }) => app.db.updateTable('accounts').set({ session_epoch: 7 }).where('id', '=', id).execute(),
  ],
  [
    'has a disabled account',
    ({ id }) => app.db.updateTable('accounts').set({ disabled_at: new Date() }).where('id', '=', id).execute(),
  ],
  ['is removed', ({ id }) => app.db.deleteFrom('accounts').where('id', '=', id).execute()],
])('R-19 a person who %s is refused at once, even if the poll was cached', async (_how, end) => {
  const person = await remembered()
  await end(person)
  await vi.waitFor(async () => expect((await poll(person.token)).status).toBe(401), patience)
  expect((await poll(person.token, { 'If-None-Match': '*' })).status).toBe(401)
})

test('a cached token does not outlive its expiry', async () => {
  const { token } = await remembered()
  const before = app.clock.now()
  app.clock.advance(600_000)
  expect((await poll(token)).status).toBe(401)
  app.clock.set(before)
})

test('a token that is almost right or sent twice, or a call with a body, is never answered from memory', async () => {
  const { token } = await remembered()
  expect((await poll(`${token}x`)).status).toBe(401)
  expect((await poll(`${token}, ${token}`)).status).toBe(401)
  expect(await countQueries(() => poll(token, { 'Content-Length': '0' }))).toBeGreaterThan(0)
})
