import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Services } from '#server/services.ts'
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts'
import { erasePasswordTries } from './erase-password-tries.ts'
import { forgetTries, releaseTry } from './password-tries.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

/** Stores the given counters. Returns a function that reads the remaining ones. */
async function counters(given: Record<string, number>) {
  const { db } = database
  await db.deleteFrom('password_tries').execute()
  const rows = Object.entries(given).map(([subject, tries]) => ({ subject, tries, last_at: new Date(0) }))
  await db.insertInto('password_tries').values(rows).execute()
  return async () =>
    Object.fromEntries(
      (await db.selectFrom('password_tries').selectAll().execute()).map((row) => [row.subject, row.tries]),
    )
}

test('R-06 a try that does not count is taken back once, from its own counter, and never unlocks a locked one', async () => {
  const left = await counters({ one: 2, other: 2, none: 0, last: 5, shut: 6 })
  for (const subject of ['one', 'none', 'last', 'shut', 'unknown']) await releaseTry(database.db, subject)
  expect(await left()).toEqual({ one: 1, other: 2, none: 0, last: 4, shut: 6 })
})

test('R-06 a new password deletes the named counters, and no others', async () => {
  const left = await counters({ 'account:1': 6, 'inside:1': 6, 'account:2': 6 })
  await database.db.transaction().execute((tx) => forgetTries(tx, ['account:1']))
  expect(await left()).toEqual({ 'inside:1': 6, 'account:2': 6 })
})

test('with an account its counters and those of its devices are deleted, and those of other accounts stay', async () => {
  const own = { 'account:1': 1, 'inside:1': 1, 'recognised:1': 1, 'device:1:abc': 1 }
  const others = { 'account:12': 1, 'inside:2': 1, 'recognised:11': 1, 'device:12:abc': 1, 'name:1': 1 }
  const left = await counters({ ...own, ...others })
  const erase = database.db
    .transaction()
    .execute(async (tx) => erasePasswordTries.erase?.(tx, {} as Services, { accountId: 1 } as never, new Date(0)))
  expect(await erase).toEqual({ password_tries: 4 })
  expect(await left()).toEqual(others)
})
