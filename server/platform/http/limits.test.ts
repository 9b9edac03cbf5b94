import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts'
import { type LimitName, limits } from '#shared/platform/api/limits.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { bodyOf } from './answer-refusal.ts'
import { clientKey, forgetEndedWindows, limiter } from './limits.ts'

let database: TestDatabase
const began = Date.parse('2026-11-21T09:00:00Z')
let now = began
const clock = () => new Date(now)
beforeEach(() => {
  now = began
})
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const inWords: Record<number, string> = { 60: '1 минуту', 300: '5 минут', 3600: '1 час', 86400: '24 часа' }

for (const [name, { points, seconds }] of Object.entries(limits) as [LimitName, (typeof limits)[LimitName]][])
  test(`R-24 «${name}» allows ${points} calls and refuses the next with the time to wait in its own wording`, async () => {
    const consume = limiter(database.pool, clock)
    for (let call = 0; call < points; call += 1) await consume(name, 'someone')
    const fault = await consume(name, 'someone').catch((cause: unknown) => cause)
    expect(fault).toBeInstanceOf(Refusal)
    expect((fault as Refusal).code).toBe('too_many_requests')
    expect((fault as Refusal).retryAfter).toBe(seconds)
    expect(JSON.parse(bodyOf(fault as Refusal)).message).toBe(
      `Слишком много запросов. Повторите через ${inWords[seconds]}`,
    )
    await consume(name, 'someone else')
    now += seconds * 1000 - 1
    await expect(consume(name, 'someone')).rejects.toMatchObject({ retryAfter: 1 })
    now += 1
    await consume(name, 'someone')
  })

test('R-68 R-24 a limit counts by the clock of the portal, not by that of the machine', async () => {
  const consume = limiter(database.pool, clock)
  for (let call = 0; call < limits.restore.points; call += 1) await consume('restore', 'machine')
  vi.useFakeTimers({ toFake: ['Date'], now: began + 3 * 24 * 3_600_000 })
  try {
    await expect(consume('restore', 'machine')).rejects.toMatchObject({ retryAfter: limits.restore.seconds })
  } finally {
    vi.useRealTimers()
  }
})

test('R-06 R-24 limits are counted in the database and shared by processes', async () => {
  const [first, second] = [limiter(database.pool, clock), limiter(database.pool, clock)]
  for (let call = 0; call < limits.feedback.points; call += 1) await (call % 2 ? first : second)('feedback', 'shared')
  await expect(first('feedback', 'shared')).rejects.toMatchObject({ code: 'too_many_requests' })
  await expect(second('feedback', 'shared')).rejects.toMatchObject({ code: 'too_many_requests' })
})

const windows = async () => {
  const { rows } = await database.pool.query<{ key: string }>('select key from throttles order by key')
  return rows.map(({ key }) => key)
}

test('R-24 thousands of windows that have ended are removed, and one that is about to end is not', async () => {
  await database.pool.query('delete from throttles')
  await database.pool.query(
    `insert into throttles (key, points, expire)
      select 'login:' || n, 1, $1::bigint - n from generate_series(0, 2500) as n`,
    [began],
  )
  await database.pool.query("insert into throttles (key, points, expire) values ('login:later', 30, $1)", [began + 1])
  await forgetEndedWindows(database.db, clock())
  expect(await windows()).toEqual(['login:later'])
  await expect(limiter(database.pool, clock)('login', 'later')).rejects.toMatchObject({ retryAfter: 1 })
})

test('R-24 a window that a call begins while ended ones are removed is kept, and neither waits for the other', async () => {
  await database.pool.query('delete from throttles')
  await database.pool.query("insert into throttles (key, points, expire) values ('login:old', 1, $1)", [began])
  const call = await database.pool.connect()
  try {
    await call.query('begin')
    await call.query("update throttles set points = 30, expire = $1 where key = 'login:old'", [began + 60_000])
    await forgetEndedWindows(database.db, clock())
    await call.query('commit')
  } finally {
    call.release()
  }
  expect(await windows()).toEqual(['login:old'])
  await expect(limiter(database.pool, clock)('login', 'old')).rejects.toMatchObject({ retryAfter: 60 })
})

test('R-23 one /64 of IPv6 counts as one client, however the address is written', () => {
  expect(clientKey('2001:db8:1:2:aaaa::1')).toBe(clientKey('2001:db8:1:2:ffff:1:2:3'))
  expect(clientKey('2001:db8:1:2::1')).not.toBe(clientKey('2001:db8:1:3::1'))
  for (const [ip, key] of [
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8::5', '2001:db8:0:0::/64'],
    ['2001:db8:0:0:1::5', '2001:db8:0:0::/64'],
    ['2001::1:2:3:4:5', '2001:0:0:1::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::', 'fe80:0:0:0::/64'],
  ] as const)
    expect(clientKey(ip)).toBe(key)
})
