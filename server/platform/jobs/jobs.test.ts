import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts'
import { patience } from '#server/testing/patience.ts'
import { addJob, type JobContext, migrateJobs, startWorker, type Worker } from './jobs.ts'

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
  worker = await startWorker({ pool: database.pool, tasks: { letter }, onError: (message) => errors.push(message) })
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
