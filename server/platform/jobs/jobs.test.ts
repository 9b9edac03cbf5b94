import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts'
import { patience } from '#server/testing/patience.ts'
import { addJob, addJobs, migrateJobs, startWorker, type Worker } from './jobs.ts'
import type { JobContext } from './task.ts'

let database: TestDatabase
let worker: Worker | undefined
beforeAll(async () => {
  database = await createTestDatabase()
})
afterEach(async () => {
  await worker?.stop()
  worker = undefined
  await sql`delete from graphile_worker._private_jobs`.execute(database.db)
})
afterAll(() => database.drop())

async function startCollecting(fail: (attempt: number) => boolean = () => false) {
  const received: { payload: unknown; job: JobContext }[] = []
  const letter = async (payload: unknown, job: JobContext) => {
    received.push({ payload, job })
    if (fail(job.attempt)) throw new Error('the post is closed')
  }
  const errors: string[] = []
  worker = await startWorker({ ...database, tasks: { people: { letter } }, onError: (message) => errors.push(message) })
  return { received, errors }
}

test('a job runs after its transaction commits, and never after a rollback', async () => {
  const { received } = await startCollecting()
  const failed = database.db.transaction().execute(async (tx) => {
    await addJob(tx, 'letter', { to: 'nobody' })
    throw new Error('no')
  })
  await expect(failed).rejects.toThrow('no')
  await database.db.transaction().execute(async (tx) => {
    await addJob(tx, 'letter', { to: 'Анна' })
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(received).toEqual([])
  })
  await vi.waitFor(() => expect(received.map(({ payload }) => payload)).toEqual([{ to: 'Анна' }]), patience)
  expect(received[0]?.job).toMatchObject({ attempt: 1, lastAttempt: false })
})

test('a scheduled job waits, and a job with the same key replaces it', async () => {
  const { received } = await startCollecting()
  await database.db.transaction().execute(async (tx) => {
    await addJob(tx, 'letter', { n: 1 }, { runAt: new Date(Date.now() + 3_600_000), jobKey: 'reminder' })
  })
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(received).toEqual([])
  await database.db.transaction().execute((tx) => addJob(tx, 'letter', { n: 2 }, { jobKey: 'reminder' }))
  await vi.waitFor(() => expect(received.map(({ payload }) => payload)).toEqual([{ n: 2 }]), patience)
})

test('a failed job is tried again, and its failure is reported', async () => {
  const { received, errors } = await startCollecting((attempt) => attempt === 1)
  await database.db.transaction().execute((tx) => addJob(tx, 'letter', {}))
  await vi.waitFor(() => expect(errors.join()).toContain('the post is closed'), patience)
  await vi.waitFor(() => expect(received).toHaveLength(2), patience)
  expect(received[1]?.job).toMatchObject({ id: received[0]?.job.id, attempt: 2 })
})

test('a job knows when it is its last attempt', async () => {
  const { received } = await startCollecting()
  await database.db.transaction().execute((tx) => addJob(tx, 'letter', {}, { maxAttempts: 1 }))
  await vi.waitFor(() => expect(received[0]?.job.lastAttempt).toBe(true), patience)
})

test('creating the queue’s tables again is safe', async () => {
  await migrateJobs(database.pool)
})

describe('R-69 no fault of the database in a worker reaches the process', () => {
  const rejected: unknown[] = []
  const collect = (fault: unknown) => rejected.push(fault)
  beforeAll(() => void process.on('unhandledRejection', collect))
  afterAll(() => {
    process.off('unhandledRejection', collect)
    expect(rejected).toEqual([])
  })

  const runs = (received: { job: JobContext }[]) => received.map(({ job }) => job.id).toSorted()
  const queue = (count: number) =>
    database.db.transaction().execute((tx) =>
      addJobs(
        tx,
        'letter',
        Array.from({ length: count }, (_, n) => ({ n })),
      ),
    )
  const left = async () =>
    (await sql<{ left: number }>`select count(*)::int as left from graphile_worker._private_jobs`.execute(database.db))
      .rows[0]?.left
  const breakConnections = () =>
    sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(database.db)
  const whileEndsAreRefused = async (act: () => Promise<unknown>) => {
    await sql`create function refuse() returns trigger language plpgsql as $$ begin raise 'not now'; end $$`.execute(
      database.db,
    )
    // An end is either the removal of a job, or the note that its attempt failed.
    for (const [name, end] of Object.entries({ done: 'delete', failed: 'update of last_error' }))
      await sql`create trigger ${sql.ref(name)} before ${sql.raw(end)} on graphile_worker._private_jobs
        for each row when (old.locked_at is not null) execute function refuse()`.execute(database.db)
    await act()
    await sql`drop function refuse cascade`.execute(database.db)
  }

  test('jobs that end while the database refuses to note it are noted later, and done once', async () => {
    const { received, errors } = await startCollecting((attempt) => attempt === 1 && received.length % 2 === 0)
    await whileEndsAreRefused(async () => {
      await queue(12)
      await vi.waitFor(() => expect(received).toHaveLength(12), patience)
      await vi.waitFor(() => expect(errors).toContain('the job queue waits for the database'), patience)
    })
    await vi.waitFor(async () => expect(await left()).toBe(0), patience)
    const failed = received.filter((_, index) => index < 12 && (index + 1) % 2 === 0).map(({ job }) => job.id)
    expect(runs(received)).toEqual([...new Set(runs(received)), ...failed].toSorted())
  })

  test('all connections break again and again while jobs end: each is done once, and the worker goes on', async () => {
    const { received } = await startCollecting()
    for (let round = 1; round <= 4; round += 1) {
      await queue(20)
      await vi.waitFor(() => expect(received.length).toBeGreaterThan((round - 1) * 20), patience)
      await breakConnections()
      await vi.waitFor(() => expect(received.length).toBeGreaterThanOrEqual(round * 20), patience)
    }
    await vi.waitFor(async () => expect(await left()).toBe(0), patience)
    expect(runs(received)).toEqual([...new Set(runs(received))])
    expect(received).toHaveLength(80)
  })

  test('a job that the database gave in an answer that never arrived is not held for ever', async () => {
    const { received } = await startCollecting()
    const name = Promise.withResolvers<string>()
    await worker?.stop()
    const letter = async (payload: unknown, job: JobContext) => {
      received.push({ payload, job })
      const { rows } = await sql<{ by: string }>`select locked_by as by from graphile_worker._private_jobs
        where id = ${job.id}`.execute(database.db)
      name.resolve(rows[0]?.by ?? '')
    }
    worker = await startWorker({ ...database, tasks: { people: { letter } } })
    await queue(1)
    const holder = await name.promise
    await vi.waitFor(async () => expect(await left()).toBe(0), patience)
    await database.db.transaction().execute(async (tx) => {
      await addJob(tx, 'letter', {})
      await sql`update graphile_worker._private_jobs set locked_by = ${holder}, locked_at = now(), attempts = 1`.execute(
        tx,
      )
    })
    const before = await rollbacks()
    await sql`alter table graphile_worker._private_jobs rename to elsewhere`.execute(database.db)
    // Until the worker has asked for a job in vain; a rollback of before may be counted late.
    await vi.waitFor(async () => expect(await rollbacks()).toBeGreaterThan(before + 1), patience)
    await sql`alter table graphile_worker.elsewhere rename to _private_jobs`.execute(database.db)
    await vi.waitFor(() => expect(received).toHaveLength(2), patience)
  })

  const rollbacks = async () =>
    (
      await sql<{ count: number }>`select xact_rollback::int as count from pg_stat_database
        where datname = current_database()`.execute(database.db)
    ).rows[0]?.count ?? 0
})
