import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Kysely, sql, type Transaction } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Database } from '#server/tables.ts'
import { anAccount, rightPassword } from '#server/testing/an-account.ts'
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts'
import { type DatabaseProxy, databaseProxy } from '#server/testing/database-proxy.ts'
import { patience } from '#server/testing/patience.ts'
import { freePort, type PortalProcess, startPortal } from '#server/testing/portal-process.ts'
import { pollPath } from './answer-poll.ts'

const directory = mkdtempSync(join(tmpdir(), 'portal-two-'))
let database: TestDatabase
let proxy: DatabaseProxy
let one: PortalProcess
let other: PortalProcess

beforeAll(async () => {
  database = await createTestDatabase()
  proxy = await databaseProxy(database.connection)
  const start = async (name: string) =>
    startPortal({
      DATA_DIR: join(directory, name),
      DATABASE_URL: proxy.url,
      PORT: String(await freePort()),
      PUBLIC_URL: 'http://portal.test',
      TOKEN_SECRET: 'the-same-secret-in-every-process-of-the-portal',
      DEMO: '0',
    })
  one = await start('one')
  other = await start('other')
})
afterAll(async () => {
  await Promise.all([one?.kill('SIGTERM'), other?.kill('SIGTERM')])
  await proxy?.close()
  await database?.drop()
  rmSync(directory, { recursive: true, force: true })
})

const call = (portal: PortalProcess, path: string, init: RequestInit & { token?: string } = {}) =>
  fetch(`${portal.url}${path}`, {
    ...init,
    headers: {
      ...(init.body ? { 'Content-Type': 'application/json' } : {}),
      ...(init.token ? { 'X-Token': init.token } : {}),
    },
  })

/** The number of unread notifications that this process answers; null when it refuses. */
async function unread(portal: PortalProcess, token: string): Promise<number | null> {
  const answer = await call(portal, pollPath, { token })
  return answer.ok ? ((await answer.json()) as { unread: number }).unread : null
}

const add = (db: Kysely<Database> | Transaction<Database>, accountId: number) =>
  db
    .insertInto('notifications')
    .values({ account_id: accountId, title: 'Новость', text: '', created_at: new Date() })
    .execute()

/** Adds a notification without a trigger: a process that does not see it answers from memory. */
const addWithoutTrigger = (accountId: number) =>
  database.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await add(tx, accountId)
  })

/** A logged-in person whose poll both processes answer from memory. `unread` is what they answer. */
async function remembered() {
  const account = await anAccount({ db: database.db, clock: { now: () => new Date(), set() {}, advance() {} } })
  const login = await call(one, '/api/v3/auth/login', {
    method: 'POST',
    body: JSON.stringify({ username: account.email, password: rightPassword }),
  })
  const { access_token: token } = (await login.json()) as { access_token: string }
  await inMemory(one, account.id, token)
  await inMemory(other, account.id, token)
  await add(database.db, account.id)
  await agree(token, await stored(account.id))
  return { id: account.id, token, unread: await stored(account.id) }
}

async function stored(accountId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from notifications
    where account_id = ${accountId} and read_at is null`.execute(database.db)
  return rows[0]?.count ?? 0
}

const inMemory = (portal: PortalProcess, accountId: number, token: string) =>
  vi.waitFor(
    async () => {
      const before = await unread(portal, token)
      await addWithoutTrigger(accountId)
      expect(await unread(portal, token)).toBe(before)
    },
    { timeout: patience, interval: 100 },
  )

/** Waits until both processes answer this number. They read a cached answer again only after a notification. */
const agree = (token: string, count: number | null) =>
  vi.waitFor(async () => expect([await unread(one, token), await unread(other, token)]).toEqual([count, count]), {
    timeout: patience,
    interval: 10,
  })

const cutListeners = () =>
  sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'portal-listen' and datname = current_database()`.execute(database.db)

test('after each write by one process or a manual statement, the other process answers with it too', async () => {
  const person = await remembered()
  for (let round = 1; round <= 20; round += 1) {
    await add(database.db, person.id)
    await agree(person.token, person.unread + round)
  }
  const answer = await call(one, pollPath, { token: person.token })
  const { notifications } = (await answer.json()) as { notifications: { id: number }[] }
  const read = { method: 'PATCH', token: person.token, body: '{"status":"read"}' }
  for (const [round, { id }] of notifications.slice(0, 3).entries()) {
    await call(other, `/api/v3/user/notifications/${id}`, read)
    await agree(person.token, person.unread + 20 - round - 1)
  }
})

test('a session ended in one process is refused by the other too', async () => {
  const person = await remembered()
  await call(other, '/api/v3/auth/revoke-sessions', { method: 'POST', token: person.token })
  await agree(person.token, null)
})

test('processes whose listeners are disconnected again and again never give an outdated answer', async () => {
  const person = await remembered()
  for (const cut of ['before', 'with', 'after', 'with', 'after']) {
    for (const portal of [one, other]) await inMemory(portal, person.id, person.token)
    if (cut === 'before') await cutListeners()
    await Promise.all([add(database.db, person.id), cut === 'with' ? cutListeners() : null])
    if (cut === 'after') await cutListeners()
    await agree(person.token, await stored(person.id))
  }
})

test('on a dead network, which the listener does not notice, old answers expire by themselves', async () => {
  const person = await remembered()
  proxy.darken('portal-listen')
  await add(database.db, person.id)
  expect(await unread(one, person.token), 'the network is dark').toBe(person.unread)
  // The maximum number of seconds is tested in poll-memory.test.ts with its own clock.
  for (const portal of [one, other])
    await vi.waitFor(async () => expect(await unread(portal, person.token)).toBe(person.unread + 1), {
      timeout: 2 * patience,
      interval: 50,
    })
  // Meanwhile every poll queries the database, and revocation works.
  await add(database.db, person.id)
  expect(await unread(one, person.token)).toBe(person.unread + 2)
  await database.db
    .updateTable('sessions')
    .set({ revoked_at: new Date() })
    .where('account_id', '=', person.id)
    .execute()
  expect(await unread(one, person.token)).toBeNull()

  proxy.darken(null)
  await remembered()
})
