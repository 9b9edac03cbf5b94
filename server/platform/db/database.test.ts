import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countQueries } from '#server/testing/count-queries.ts'
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts'
import { forgetNames } from './client.ts'
import { openDatabase } from './database.ts'
import { isBadInput, isUnavailable } from './errors.ts'

let database: TestDatabase
beforeAll(async () => {
  forgetNames()
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const caught = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => error,
  )

test('dates do not shift, and large numbers keep every digit', async () => {
  const { rows } = await sql`select date '2026-03-01' as day, array[date '2026-03-01'] as days,
    9007199254740993::int8 as large, 0.1::numeric as exact, timestamptz '2026-03-01T00:00Z' as moment`.execute(
    database.db,
  )
  expect(rows).toEqual([
    {
      day: '2026-03-01',
      days: ['2026-03-01'],
      large: '9007199254740993',
      exact: '0.1',
      moment: new Date('2026-03-01T00:00Z'),
    },
  ])
})

test('a repeated statement reuses its plan', async () => {
  const { prepared } = await database.db.connection().execute(async (db) => {
    for (const n of [1, 2]) await sql`select ${n}::int as kept_plan`.execute(db)
    const { rows } = await sql<{ prepared: string }>`select count(*) as prepared from pg_prepared_statements
      where statement like '%as kept_plan'`.execute(db)
    return rows[0] as { prepared: string }
  })
  expect(prepared).toBe('1')
})

test('queries are counted, begin and commit are not', async () => {
  const count = await countQueries(() =>
    database.db.transaction().execute(async (tx) => {
      await sql`select 1`.execute(tx)
      await sql`select 2`.execute(tx)
    }),
  )
  expect(count).toBe(2)
})

test('a broken connection gives 503, and the next query works', async () => {
  const broken = await caught(sql`select pg_terminate_backend(pg_backend_pid())`.execute(database.db))
  expect(isUnavailable(broken)).toBe(true)
  expect(await caught(sql`select 1`.execute(database.db))).toBeNull()
})

test('a connection that breaks is reported, unless the pool has begun to end', async () => {
  const errors: string[] = []
  const { pool } = openDatabase(database.connection, { onError: (error) => errors.push(error.message) })
  const broken = async (ending: () => unknown) => {
    const client = await pool.connect()
    const { rows } = await client.query('select pg_backend_pid() as pid')
    const gone = new Promise((resolve) => client.once('end', resolve))
    ending()
    await sql`select pg_terminate_backend(${rows[0].pid})`.execute(database.db)
    await gone
    client.release()
  }
  await broken(() => {})
  const reported = [...errors]
  expect(reported).toContain('terminating connection due to administrator command')
  let ended: Promise<void> | undefined
  await broken(() => {
    ended = pool.end()
  })
  await ended
  expect(errors).toEqual(reported)
})

test('a missing server gives 503', async () => {
  const tcp = openDatabase({ connectionString: 'postgres://portal@127.0.0.1:1/portal' })
  const socket = openDatabase({ host: '/tmp/no-such-server', user: 'portal', database: 'portal' })
  for (const { db, close } of [tcp, socket]) {
    expect(isUnavailable(await caught(sql`select 1`.execute(db)))).toBe(true)
    await close()
  }
})

test('a statement that runs too long is ended, and the error is not blamed on the caller', async () => {
  const { db, close } = openDatabase(database.connection)
  const { rows } = await sql<{ limit: string }>`select current_setting('statement_timeout') as limit`.execute(db)
  await close()
  expect(rows[0]?.limit).toBe('5s')
})

test.each([
  ['not a number', sql`select ${'abc'}::int`],
  ['out of range', sql`select ${'99999999999'}::int`],
  ['with a zero byte', sql`select ${'a\u0000b'}::text`],
  ['with a zero byte in JSON', sql`select (${'{"a":"\\u0000"}'}::jsonb)`],
])('input %s is the caller’s mistake', async (_, query) => {
  const error = await caught(query.execute(database.db))
  expect(isBadInput(error)).toBe(true)
  expect(isUnavailable(error)).toBe(false)
})

test('a wrong statement counts as an error in our code', async () => {
  const error = await caught(sql`select * from nowhere`.execute(database.db))
  expect([isBadInput(error), isUnavailable(error)]).toEqual([false, false])
})

test('no connection keeps failing after a table has changed', async () => {
  await sql`create table growing (a int)`.execute(database.db)
  const read = () => sql`select * from growing`.execute(database.db)
  await read()
  await sql`alter table growing add column b int`.execute(database.db)
  expect(isUnavailable(await caught(read()))).toBe(true)
  expect(await caught(read())).toBeNull()
})
