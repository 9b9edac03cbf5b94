import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCompetition, aPerson } from '#server/testing/a-competition.ts'
import { createTestDatabase } from '#server/testing/database.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { formatWire } from '#shared/platform/time/moscow.ts'
import { createReadings } from './readings.ts'

let app: TestApp
let competition: string
beforeAll(async () => {
  app = await testApp()
  competition = (await aCompetition(app.db, { essay: { type: 'essay', title: 'Эссе' } })).code
})
afterAll(() => app.close())

/** A reading that ends when the test lets it, and how often it began. */
function aReading(pace?: Parameters<typeof createReadings>[1]) {
  const begun: PromiseWithResolvers<number>[] = []
  const readings = createReadings(app.services, { patience: 20_000, ...pace })
  const begins = async (times: number) => {
    while (begun.length < times) await new Promise((resolve) => setTimeout(resolve, 1))
  }
  const read = () => {
    const next = Promise.withResolvers<number>()
    begun.push(next)
    return next.promise
  }
  return {
    begun,
    begins,
    latest: (how?: 'fresh') => readings.latest({ competition, name: 'numbers', read }, how),
    figures: () => readings.figures({ competition, name: 'figures', read: async () => ({ all: await read() }) }),
    /** Waits until it has begun this many times, and ends the last one with its number. */
    async end(times: number) {
      await begins(times)
      begun[times - 1]?.resolve(times)
    },
  }
}
const somebodyJoins = () => aPerson(app, competition)

test('SZ-09 ten who ask at once get one reading, and it holds until the data changes', async () => {
  const { latest, end, begun } = aReading()
  const asked = Promise.all(Array.from({ length: 10 }, () => latest()))
  await end(1)
  expect(await asked).toEqual(Array.from({ length: 10 }, () => ({ value: 1, asOf: null })))
  expect(await latest()).toEqual({ value: 1, asOf: null })
  expect(begun).toHaveLength(1)
  await somebodyJoins()
  const anew = latest()
  await end(2)
  expect(await anew).toEqual({ value: 2, asOf: null })
})

test('SZ-09 a transaction of another database of the server has nothing read once more', async () => {
  const other = await createTestDatabase({ max: 1 })
  const { latest, end, begun } = aReading()
  await other.db.transaction().execute(async (tx) => {
    await sql`select pg_current_xact_id()`.execute(tx)
    const asked = latest()
    await end(1)
    await asked
  })
  await other.drop()
  expect(await latest()).toEqual({ value: 1, asOf: null })
  expect(begun).toHaveLength(1)
})

test('SZ-09 what was still open when a reading began has it read once more', async () => {
  const { latest, end } = aReading()
  await app.db.transaction().execute(async (tx) => {
    await sql`select pg_current_xact_id()`.execute(tx)
    const asked = latest()
    await end(1)
    await asked
    expect(await latest()).toEqual({ value: 1, asOf: null })
  })
  const anew = latest()
  await end(2)
  expect(await anew).toEqual({ value: 2, asOf: null })
})

test('SZ-09 who changes something while others read gets a reading that began after the change', async () => {
  const { latest, begins, end } = aReading()
  const first = latest()
  await begins(1)
  await somebodyJoins()
  const second = latest()
  await end(1)
  expect(await first).toEqual({ value: 1, asOf: null })
  await end(2)
  expect(await second).toEqual({ value: 2, asOf: null })
})

test('SZ-09 a slow reading is shown with its moment after a change, while the next one is under way', async () => {
  const { latest, begins, end } = aReading({ slow: 0, share: Number.POSITIVE_INFINITY })
  const first = latest()
  await end(1)
  expect(await first).toEqual({ value: 1, asOf: null })
  await somebodyJoins()
  expect(await latest()).toEqual({ value: 1, asOf: app.clock.now() })
  await begins(2)
  const fresh = latest('fresh')
  expect(await latest()).toEqual({ value: 1, asOf: app.clock.now() })
  await end(2)
  expect(await fresh).toEqual({ value: 2, asOf: null })
  expect(await latest()).toEqual({ value: 2, asOf: null })
})

test('SZ-09 a failed reading is told to all who waited for it, and the next one begins anew', async () => {
  const { latest, begun, begins, end } = aReading()
  const asked = [latest(), latest()]
  await begins(1)
  begun[0]?.reject(new Error('no'))
  expect((await Promise.allSettled(asked)).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  const next = latest()
  await end(2)
  expect(await next).toEqual({ value: 2, asOf: null })
})

test('SZ-09 who asks for what takes longer than a moment is told to ask again, and then gets it or why it failed', async () => {
  const { figures, begun, end } = aReading({ patience: 0, slow: 0 })
  const refused = expect.objectContaining({ code: 'being_counted', retryAfter: 2 })
  await expect(figures()).rejects.toEqual(refused)
  await expect(figures()).rejects.toEqual(refused)
  expect(begun).toHaveLength(1)
  begun[0]?.reject(new Error('no'))
  await expect.poll(() => figures().catch(({ message }: Error) => message)).toBe('no')
  await expect(figures()).rejects.toEqual(refused)
  await end(2)
  await expect.poll(() => figures().catch(() => null)).toMatchObject({ all: 2 })
})

test('SZ-09 quick figures without a version are read for each who asks, slow ones are given with their moment', async () => {
  const quick = aReading({ slow: 100_000 })
  for (const times of [1, 2]) {
    const asked = quick.figures()
    await quick.end(times)
    expect(await asked).toEqual({ all: times, as_of: null })
  }
  const slow = aReading({ slow: 0 })
  const asked = slow.figures()
  await slow.end(1)
  expect(await asked).toEqual({ all: 1, as_of: null })
  expect(await slow.figures()).toEqual({ all: 1, as_of: formatWire(app.clock.now()) })
})
