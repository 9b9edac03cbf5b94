import { afterAll, beforeAll, expect, test } from 'vitest'
import { aRegistration } from '#server/testing/a-registration.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { forgetExpired } from './forget-expired.ts'

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
