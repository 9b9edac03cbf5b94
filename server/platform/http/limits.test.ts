import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts'
import { type LimitName, limits } from '#shared/api/limits.ts'
import { Refusal } from '#shared/api/refusals.ts'
import { bodyOf } from './answer-refusal.ts'
import { clientKey, limiter } from './limits.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const inWords: Record<number, string> = { 60: '1 минуту', 3600: '1 час', 86400: '24 часа' }

for (const [name, { points, seconds }] of Object.entries(limits) as [LimitName, (typeof limits)[LimitName]][])
  test(`R-24 «${name}» allows ${points} calls and refuses the next, which says the time to wait in its own words`, async () => {
    const consume = limiter(database.pool)
    for (let call = 0; call < points; call += 1) await consume(name, 'someone')
    const fault = await consume(name, 'someone').catch((cause: unknown) => cause)
    expect(fault).toBeInstanceOf(Refusal)
    expect((fault as Refusal).code).toBe('too_many_requests')
    expect((fault as Refusal).retryAfter).toBeGreaterThan(0)
    expect(JSON.parse(bodyOf(fault as Refusal)).message).toBe(
      `Слишком много запросов. Повторите через ${inWords[seconds]}`,
    )
    await consume(name, 'someone else')
  })

test('R-06 R-24 limits are counted in the database and shared by processes', async () => {
  const [first, second] = [limiter(database.pool), limiter(database.pool)]
  for (let call = 0; call < limits.feedback.points; call += 1) await (call % 2 ? first : second)('feedback', 'shared')
  await expect(first('feedback', 'shared')).rejects.toMatchObject({ code: 'too_many_requests' })
  await expect(second('feedback', 'shared')).rejects.toMatchObject({ code: 'too_many_requests' })
})

test('R-23 one /64 of IPv6 counts as one client, however the address is written', () => {
  expect(clientKey('2001:db8:1:2:aaaa::1')).toBe(clientKey('2001:db8:1:2:ffff:1:2:3'))
  expect(clientKey('2001:db8:1:2::1')).not.toBe(clientKey('2001:db8:1:3::1'))
  expect(clientKey('203.0.113.7')).toBe('203.0.113.7')
})
