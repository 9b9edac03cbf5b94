import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts'
import { brokenLinks } from './broken-links.ts'
import { recordAudit } from './record-audit.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase({ max: 16 })
})
afterAll(() => database.drop())

const write = (action: string) =>
  database.db.transaction().execute((tx) => recordAudit(tx, { actorId: null, action, detail: { of: action } }))

test('R-56 many writers at once leave one unbroken chain', async () => {
  await Promise.all(Array.from({ length: 200 }, (_, number) => write(`act ${number}`)))
  const { count } = await database.db
    .selectFrom('audit')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  expect(count).toBe('200')
  expect(await brokenLinks(database.db)).toEqual([])
})

test('R-56 a row can be neither altered nor removed, and whoever does it above the rules is found', async () => {
  await expect(sql`update audit set action = 'other' where id = 5`.execute(database.db)).rejects.toThrow('append-only')
  await expect(sql`delete from audit where id = 5`.execute(database.db)).rejects.toThrow('append-only')
  await expect(sql`truncate audit`.execute(database.db)).rejects.toThrow('append-only')
  const aboveTheRules = (statement: string) =>
    database.db.connection().execute(async (connection) => {
      await sql`set session_replication_role = replica`.execute(connection)
      await sql.raw(statement).execute(connection)
      await sql`set session_replication_role = origin`.execute(connection)
    })
  await aboveTheRules(`update audit set action = 'other' where id = 5`)
  expect(await brokenLinks(database.db)).toEqual(['5'])
  await aboveTheRules(`delete from audit where id = 100`)
  expect(await brokenLinks(database.db)).toEqual(['5', '101'])
})
