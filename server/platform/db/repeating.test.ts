import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts'
import { untilWaiting } from '#server/testing/waiting-for-locks.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  await sql`create table pots (id integer primary key, coins integer not null)`.execute(database.db)
  await sql`insert into pots values (1, 0), (2, 0)`.execute(database.db)
})
afterAll(() => database.drop())

test('TW-09 of two transactions that wait for each other one is run again, and both are done', async () => {
  const { db } = database
  let repeated = 0
  const count = () => {
    repeated++
  }
  subscribe('portal:repeated-transaction', count)
  let runs = 0
  const adds = (first: number, second: number, between: () => Promise<unknown>) =>
    db.transaction().execute(async (tx) => {
      runs++
      await sql`update pots set coins = coins + 1 where id = ${first}`.execute(tx)
      // Only the first time: one that is run again finds the other at its end.
      if (runs <= 2) await between()
      await sql`update pots set coins = coins + 1 where id = ${second}`.execute(tx)
    })
  const held = Promise.withResolvers<void>()
  const one = adds(1, 2, () => held.promise)
  const other = adds(2, 1, async () => {})
  await untilWaiting(db, 1)
  held.resolve()
  await Promise.all([one, other])
  unsubscribe('portal:repeated-transaction', count)
  const { rows } = await sql<{ coins: number }>`select coins from pots`.execute(db)
  expect(rows.map(({ coins }) => coins)).toEqual([2, 2])
  expect([repeated, runs]).toEqual([1, 3])
})

test('TW-09 a transaction that fails for a reason of its own is not run again', async () => {
  let runs = 0
  const failing = database.db.transaction().execute(async (tx) => {
    runs++
    await sql`insert into pots values (1, 5)`.execute(tx)
  })
  await expect(failing).rejects.toMatchObject({ code: '23505' })
  expect(runs).toBe(1)
})
