import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts'
import { patience } from '#server/testing/patience.ts'
import { type Listener, listen } from './listen.ts'

let database: TestDatabase
let listener: Listener | undefined
beforeAll(async () => {
  database = await createTestDatabase()
})
afterEach(() => listener?.stop())
afterAll(() => database.drop())

const notify = (payload: string) => sql`select pg_notify('news', ${payload})`.execute(database.db)

function start() {
  const received: string[] = []
  const certainty: boolean[] = []
  listener = listen({
    connection: database.connection,
    channels: ['news'],
    onNotify: (channel, payload) => received.push(`${channel}:${payload}`),
    onCertainty: (certain) => certainty.push(certain),
  })
  return { listener, received, certainty }
}

test('a notification reaches the listener', async () => {
  const { listener, received } = start()
  await vi.waitFor(() => expect(listener.certain()).toBe(true), patience)
  await notify('one')
  await vi.waitFor(() => expect(received).toEqual(['news:one']), patience)
})

test('a disconnected listener reports that it is not certain, and reconnects', async () => {
  const { listener, received, certainty } = start()
  await vi.waitFor(() => expect(listener.certain()).toBe(true), patience)
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'portal-listen' and datname = current_database()`.execute(database.db)
  await vi.waitFor(() => expect(certainty).toEqual([true, false, true]), patience)
  await notify('two')
  await vi.waitFor(() => expect(received).toEqual(['news:two']), patience)
})

test('a stopped listener is not certain and leaves no connection', async () => {
  const { listener } = start()
  await vi.waitFor(() => expect(listener.certain()).toBe(true), patience)
  await listener.stop()
  expect(listener.certain()).toBe(false)
  await vi.waitFor(async () => {
    const { rows } = await sql`select 1 from pg_stat_activity
      where application_name = 'portal-listen' and datname = current_database()`.execute(database.db)
    expect(rows).toEqual([])
  }, patience)
})
