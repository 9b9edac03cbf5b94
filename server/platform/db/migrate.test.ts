import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts'
import { migrate } from './migrate.ts'

let database: TestDatabase
let dir: string
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'migrations-'))
  await sql`drop schema public cascade`.execute(database.db)
  await sql`create schema public`.execute(database.db)
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

const write = (name: string, text: string) => writeFileSync(join(dir, name), text)
const run = () => migrate(database.connection, dir)
const tables = async () => {
  const { rows } = await sql<{ name: string }>`select tablename as name from pg_tables
    where schemaname = 'public' and tablename <> 'schema_migrations' order by 1`.execute(database.db)
  return rows.map(({ name }) => name)
}

test('migrations run once, in the order of their numbers', async () => {
  write('0002-second.sql', 'alter table one add column b int; create table two ()')
  write('0001-first.sql', 'create table one (a int)')
  expect(await run()).toEqual(['0001-first.sql', '0002-second.sql'])
  expect(await run()).toEqual([])
  write('0003-third.sql', 'create table three ()')
  expect(await run()).toEqual(['0003-third.sql'])
  expect(await tables()).toEqual(['one', 'three', 'two'])
})

test('a failed migration is rolled back, and earlier ones stay', async () => {
  write('0001-first.sql', 'create table one ()')
  write('0002-second.sql', 'create table two (); select 1/0')
  await expect(run()).rejects.toThrow('Migration 0002-second.sql: division by zero')
  expect(await tables()).toEqual(['one'])
  write('0002-second.sql', 'create table two ()')
  expect(await run()).toEqual(['0002-second.sql'])
})

test('a migration that ran must not change, except its line endings', async () => {
  write('0001-first.sql', 'create table one ();\n')
  await run()
  write('0001-first.sql', 'create table one ();\r\n')
  expect(await run()).toEqual([])
  write('0001-first.sql', 'create table uno ();\n')
  await expect(run()).rejects.toThrow('Миграция 0001-first.sql изменена после применения')
})

test('portals that start together migrate once', async () => {
  write('0001-first.sql', 'create table one (); select pg_sleep(0.1)')
  const ran = await Promise.all([run(), run(), run()])
  expect(ran.flat()).toEqual(['0001-first.sql'])
})

test('two migrations of one number are refused, as is a name without one', async () => {
  write('0001-first.sql', '')
  write('0001-other.sql', '')
  await expect(run()).rejects.toThrow('Two migrations have the number')
  rmSync(join(dir, '0001-other.sql'))
  write('second.sql', '')
  await expect(run()).rejects.toThrow('not second.sql')
})

test('a database that cannot be reached gives one sentence without the password', async () => {
  const refused = migrate({ connectionString: 'postgres://portal:parol@127.0.0.1:1/portal' }, dir)
  await expect(refused).rejects.toThrow(
    /^База данных 127\.0\.0\.1:1\/portal недоступна \([^\n]*\): проверьте DATABASE_URL/,
  )
  await expect(refused).rejects.not.toThrow('parol')
})
