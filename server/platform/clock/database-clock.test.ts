import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts'
import { type DatabaseProxy, databaseProxy } from '#server/testing/database-proxy.ts'
import { patience } from '#server/testing/patience.ts'
import { type DatabaseClock, databaseClock } from './database-clock.ts'

const day = 24 * 3_600_000
let database: TestDatabase
let proxy: DatabaseProxy
let time: DatabaseClock | undefined
beforeAll(async () => {
  database = await createTestDatabase()
  proxy = await databaseProxy(database.connection)
})
afterEach(() => time?.stop())
afterAll(async () => {
  await proxy?.close()
  await database?.drop()
})

/** The clock of a machine, which the test moves. It is checked at `checkEvery`, by default never during a test. */
async function aClock({ lie = 0, checkEvery = day } = {}) {
  const machine = { lie, passed: 0 }
  const said: string[] = []
  time = await databaseClock(
    { connectionString: proxy.url },
    {
      onDoubt: (message) => said.push(message),
      wall: () => Date.now() + machine.lie,
      steady: () => performance.now() + machine.passed,
      checkEvery,
    },
  )
  return { machine, said, time }
}

async function expectRight({ now }: DatabaseClock) {
  const before = now()
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(database.db)
  const after = now()
  // The clock is off by up to half of the round trip of its measurement, which takes longer on a busy machine.
  expect(Number(rows[0]?.now)).toBeGreaterThan(before.getTime() - 1000)
  expect(Number(rows[0]?.now)).toBeLessThan(after.getTime() + 1000)
}

describe('the time of a process', () => {
  test.each([
    -3, 3,
  ])('R-68 is the time of the database when the machine’s clock is %i days off, which is reported once', async (days) => {
    const { said, time } = await aClock({ lie: days * day })
    expect([time.sure(), time.agrees()]).toEqual([true, false])
    await expectRight(time)
    await time.measure()
    expect(said).toEqual([expect.stringMatching(new RegExp(`is ${days < 0 ? '-' : ''}259[12]\\d\\d s off`))])
  })

  test.each([
    -1, 1,
  ])('R-68 agrees with a machine’s clock that is off by less than a second, not by more', async (way) => {
    const near = await aClock({ lie: way * 500 })
    expect([near.time.agrees(), near.said]).toEqual([true, []])
    near.time.stop()
    // Far more than a second: half of the round trip to the database is tolerated too, and is longer on a busy machine.
    expect((await aClock({ lie: way * 5000 })).time.agrees()).toBe(false)
  })

  test('stays right when the machine’s clock jumps, and counts as uncertain until it is measured again', async () => {
    const { machine, said, time } = await aClock()
    machine.lie = -900
    expect(time.sure()).toBe(true)
    machine.lie = -day
    expect([time.sure(), time.sure()]).toEqual([false, false])
    expect(said).toEqual(['the clock of this machine jumped by -86400 s: not ready until it is measured again'])
    await expectRight(time)
    await time.measure()
    expect([time.sure(), time.agrees()]).toEqual([true, false])
    await expectRight(time)
    // Correcting the clock is another jump.
    machine.lie = 0
    expect(time.sure()).toBe(false)
    await time.measure()
    expect([time.sure(), time.agrees()]).toEqual([true, true])
  })

  test('is measured again after the machine slept', async () => {
    const { machine, time } = await aClock()
    // While a machine sleeps, only its wall clock runs.
    machine.passed = -3_600_000
    expect(time.sure()).toBe(false)
    await time.measure()
    expect([time.sure(), time.agrees()]).toEqual([true, true])
  })

  test('is uncertain while the database cannot be reached, and becomes certain by itself afterwards', async () => {
    const { machine, said, time } = await aClock({ checkEvery: 50 })
    proxy.darken('portal-clock')
    try {
      // Three minutes pass without a successful measurement.
      machine.passed = 180_000
      machine.lie = 180_000
      expect(time.sure()).toBe(false)
      await expect(time.measure()).rejects.toMatchObject({ code: 'overloaded' })
      expect(time.sure()).toBe(false)
      expect(said).toEqual([expect.stringContaining('could not be measured: not ready')])
    } finally {
      proxy.darken(null)
    }
    await vi.waitFor(() => expect(time.sure()).toBe(true), { timeout: patience, interval: 50 })
    await expectRight(time)
  })
})
