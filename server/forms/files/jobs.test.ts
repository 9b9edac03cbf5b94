import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { jobTasks } from '#server/jobs.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { scheduleFileSweep } from './jobs.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const hour = 3_600_000

test('the sweep waits in the queue once: ten minutes after a start, then six hours after the last one', async () => {
  const queued = async () => {
    const { rows } = await sql<{ run_at: Date }>`
      select run_at from graphile_worker.jobs where task_identifier = 'sweep_files'`.execute(app.db)
    return rows.map(({ run_at }) => run_at.getTime() - app.clock.now().getTime())
  }
  await scheduleFileSweep(app.services)
  await scheduleFileSweep(app.services)
  expect(await queued()).toEqual([600_000])
  await jobTasks(app.services).sweep_files?.({} as never, { id: '1', attempt: 1, lastAttempt: false })
  expect(await queued()).toEqual([6 * hour])
})
