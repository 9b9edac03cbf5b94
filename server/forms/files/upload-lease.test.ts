import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { Db } from '#server/db.ts'
import { anAccount } from '#server/testing/an-account.ts'
import { countQueries } from '#server/testing/count-queries.ts'
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts'
import { patience } from '#server/testing/patience.ts'
import { uploadSilenceMs } from '#shared/platform/files/limits.ts'
import { uploadLease } from './upload-lease.ts'

let database: TestDatabase
let accountId: number
beforeAll(async () => {
  database = await createTestDatabase()
  accountId = (await anAccount({ db: database.db, clock: { now: () => start } as never })).id
})
afterAll(() => database.drop())
afterEach(() => {
  vi.useRealTimers()
})

const start = new Date('2026-11-21T12:00:00+03:00')
const after = (ms: number) => new Date(start.getTime() + ms)
const still = () => new AbortController().signal
const renewalMs = 2_000
let made = 0

async function anUpload() {
  made += 1
  const id = String(made).padStart(32, 'd')
  await database.db
    .insertInto('uploads')
    .values({ id, account_id: accountId, purpose: 'file', name: 'а.pdf', size: 1, began_at: start, heard_at: start })
    .execute()
  return id
}
const rowOf = (id: string) =>
  database.db.selectFrom('uploads').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
/** The seconds for which the lease is still valid. */
const lasts = async (id: string) => {
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from writer_until - clock_timestamp())::float8 as seconds from uploads
    where id = ${id}`.execute(database.db)
  return rows[0]?.seconds ?? 0
}
const leaseOf = (id: string, more: { brings?: boolean; patienceMs?: number } = {}, now = start) =>
  uploadLease(database.db, id, () => now, more)
/** The holder renews its lease when the test moves the timers. */
const renewalsByHand = () => vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })

test('a lease lasts fifteen seconds, is renewed for fifteen more while it is held, and leaves nothing when freed', async () => {
  const id = await anUpload()
  renewalsByHand()
  const lease = leaseOf(id)
  await lease.lock(still(), () => {})
  const first = await lasts(id)
  expect([first > 10, first <= 15]).toEqual([true, true])
  await sql`update uploads set writer_until = clock_timestamp() where id = ${id}`.execute(database.db)
  vi.advanceTimersByTime(renewalMs)
  await vi.waitFor(async () => expect(await lasts(id)).toBeGreaterThan(10), patience)
  expect(await lasts(id)).toBeLessThanOrEqual(15)
  await lease.unlock()
  expect(await rowOf(id)).toMatchObject({ writer: null, writer_until: null, wanted: false })
  expect(vi.getTimerCount()).toBe(0)
})

test('a held lease does not keep a process running', async () => {
  const id = await anUpload()
  const begun = vi.spyOn(globalThis, 'setInterval')
  const lease = leaseOf(id)
  await lease.lock(still(), () => {})
  expect(begun.mock.results.map(({ value }) => (value as NodeJS.Timeout).hasRef())).toEqual([false])
  begun.mockRestore()
  await lease.unlock()
})

test('the holder is notified once that a call waits; the waiting call then gets the upload and is not notified itself', async () => {
  const [id, other] = [await anUpload(), await anUpload()]
  renewalsByHand()
  const told = vi.fn()
  const toldOther = vi.fn()
  const [holder, apart] = [leaseOf(id), leaseOf(other)]
  await holder.lock(still(), told)
  await apart.lock(still(), toldOther)
  const looks = async () => {
    const seen = (await rowOf(id)).writer_until
    vi.advanceTimersByTime(renewalMs)
    await vi.waitFor(async () => expect((await rowOf(id)).writer_until).not.toEqual(seen), patience)
  }
  await looks()
  expect(told).not.toHaveBeenCalled()
  const next = leaseOf(id)
  const toldNext = vi.fn()
  const waiting = next.lock(still(), toldNext)
  await vi.waitFor(async () => expect((await rowOf(id)).wanted).toBe(true), patience)
  await looks()
  await vi.waitFor(() => expect(told).toHaveBeenCalledTimes(1), patience)
  await looks()
  await holder.unlock()
  await waiting
  const { writer, wanted } = await rowOf(id)
  expect([writer !== null, wanted]).toEqual([true, false])
  await looks()
  expect([told.mock.calls.length, toldNext.mock.calls.length, toldOther.mock.calls.length]).toEqual([1, 0, 0])
  // The lease of another upload is not affected.
  expect(await rowOf(other)).toMatchObject({ wanted: false, writer: expect.any(String) })
  await next.unlock()
  await apart.unlock()
})

test('a call takes over the upload of a holder that has died, and that holder can no longer free or renew the lease', async () => {
  const id = await anUpload()
  renewalsByHand()
  const silent = leaseOf(id)
  await silent.lock(still(), () => {})
  await sql`update uploads set writer_until = clock_timestamp() where id = ${id}`.execute(database.db)
  const next = leaseOf(id)
  await next.lock(still(), () => {})
  await next.unlock()
  const asked = await countQueries(async () => {
    vi.advanceTimersByTime(renewalMs)
    await database.db.selectFrom('uploads').select('id').execute()
  }, /writer_until/)
  expect([asked, await rowOf(id)]).toMatchObject([1, { writer: null, writer_until: null }])
  const last = leaseOf(id)
  await last.lock(still(), () => {})
  const { writer } = await rowOf(id)
  await silent.unlock()
  expect((await rowOf(id)).writer).toBe(writer)
  await last.unlock()
  expect((await rowOf(id)).writer).toBeNull()
})

test('a call survives a moment without the database: the holder renews its lease later', async () => {
  const id = await anUpload()
  renewalsByHand()
  let fails = 0
  const shaky = {
    getExecutor() {
      if (fails === 0) return database.db.getExecutor()
      fails -= 1
      throw new Error('the database is away')
    },
  } as unknown as Db
  const lease = uploadLease(shaky, id, () => start)
  await lease.lock(still(), () => {})
  fails = 1
  await sql`update uploads set writer_until = clock_timestamp() where id = ${id}`.execute(database.db)
  vi.advanceTimersByTime(renewalMs)
  expect(fails).toBe(0)
  vi.advanceTimersByTime(renewalMs)
  await vi.waitFor(async () => expect(await lasts(id)).toBeGreaterThan(10), patience)
  await lease.unlock()
})

test('a removed upload has no lease', async () => {
  const lease = leaseOf('e'.repeat(32))
  await expect(lease.lock(still(), () => {})).rejects.toMatchObject({ code: 'upload_not_found' })
})

test('a waiting call tries ten times a second, and stops when its own connection has ended', async () => {
  const id = await anUpload()
  const holder = leaseOf(id)
  await holder.lock(still(), () => {})
  const asks = countQueries(
    () => expect(leaseOf(id, { patienceMs: 350 }).lock(still(), () => {})).rejects.toMatchObject({ retryAfter: 5 }),
    /make_interval/,
  )
  const asked = await asks
  expect([asked > 1, asked <= 5]).toEqual([true, true])
  const ended = AbortSignal.abort()
  const busy = { code: 'upload_busy', retryAfter: 5 }
  const began = performance.now()
  await expect(leaseOf(id).lock(ended, () => {})).rejects.toMatchObject(busy)
  expect(performance.now() - began).toBeLessThan(5_000)
  await holder.unlock()
  // A free lease is taken even then.
  await leaseOf(id).lock(ended, () => {})
  expect((await rowOf(id)).writer).not.toBeNull()
})

test('a call with bytes is a sign of life when the lease begins, is renewed and ends; a call that only reads is not', async () => {
  const [brought, looked] = [await anUpload(), await anUpload()]
  renewalsByHand()
  let now = after(1_000)
  const own = (id: string, brings: boolean) => uploadLease(database.db, id, () => now, { brings })
  const [bringing, looking] = [own(brought, true), own(looked, false)]
  await bringing.lock(still(), () => {})
  await looking.lock(still(), () => {})
  vi.advanceTimersByTime(renewalMs)
  await vi.waitFor(async () => expect((await rowOf(brought)).heard_at).toEqual(now), patience)
  now = after(2_000)
  await bringing.unlock()
  await looking.unlock()
  expect([(await rowOf(brought)).heard_at, (await rowOf(looked)).heard_at]).toEqual([now, start])
})

test('an upload silent for more than ten minutes starts over when bytes come, not when its state is read', async () => {
  const began = async (ms: number, more: { brings?: boolean } = {}) => {
    const id = await anUpload()
    const lease = leaseOf(id, more, after(ms))
    await lease.lock(still(), () => {})
    const { began_at } = await rowOf(id)
    await lease.unlock()
    return began_at
  }
  expect(await began(uploadSilenceMs)).toEqual(start)
  expect(await began(uploadSilenceMs + 1)).toEqual(after(uploadSilenceMs + 1))
  expect(await began(uploadSilenceMs + 1, { brings: false })).toEqual(start)
})
