import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aRegistration } from '#server/testing/a-registration.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { limits } from '#shared/api/limits.ts'
import { forgetExpired } from './forget-expired.ts'
import { scheduleForgetting } from './jobs.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
  await aRegistration(app.db)
})
afterAll(() => app.close())

test('R-57 an unfinished registration is deleted after a day, with its address and phone', async () => {
  const prepare = (email: string, phone: string) =>
    app.call('POST /auth/register/prepare', { body: { email, phone, competition_code: 'ru_season_5' } })
  await prepare('old@example.test', '+79261112233')
  app.clock.advance(24 * 3_600_000 + 1)
  await prepare('new@example.test', '+79261112244')
  await forgetExpired(app.services)
  const left = await app.db.selectFrom('registrations').select('email').execute()
  expect(left).toEqual([{ email: 'new@example.test' }])
  expect(await app.db.selectFrom('verification_codes').select('channel').execute()).toHaveLength(1)
})

test('R-24 a limit that is used up still holds after the night’s cleanup, and is forgotten by the one after its end', async () => {
  const ip = '203.0.113.9'
  const ask = async () =>
    (await app.call('POST /auth/login/restore', { body: { username: 'nobody@example.test' }, ip })).status
  const counted = async () => {
    const { rows } = await sql<{ key: string }>`select key from throttles where key like ${`%:${ip}`}`.execute(app.db)
    return rows.map(({ key }) => key)
  }
  for (let call = 0; call < limits.restore.points; call += 1) expect(await ask()).toBe(200)
  await forgetExpired(app.services)
  expect([await ask(), await counted()]).toEqual([429, [`restore:${ip}`]])
  app.clock.advance(limits.restore.seconds * 1000)
  await forgetExpired(app.services)
  expect([await counted(), await ask()]).toEqual([[], 200])
})

test('the cleanup waits in the queue once, for half past midnight, whether or not anybody registers', async () => {
  const queued = async () => {
    const { rows } = await sql<{ run_at: Date }>`
      select run_at from graphile_worker.jobs where task_identifier = 'forget_expired'`.execute(app.db)
    return rows.map(({ run_at }) => run_at.toISOString())
  }
  app.clock.set('2026-12-01T00:29:59.999Z')
  await scheduleForgetting(app.services)
  await scheduleForgetting(app.services)
  expect(await queued()).toEqual(['2026-12-01T00:30:00.000Z'])
  app.clock.advance(1)
  await app.work('forget_expired')
  expect(await queued()).toEqual(['2026-12-02T00:30:00.000Z'])
})
