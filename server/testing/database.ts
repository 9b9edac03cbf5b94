import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type pg from 'pg'
import { inject } from 'vitest'
import { type Connection, openDatabase } from '#server/platform/db/database.ts'
import type { Database } from '#server/tables.ts'
import { administer, inDatabase } from './connection.ts'

export interface TestDatabase {
  db: Kysely<Database>
  pool: pg.Pool
  /** For code that opens its own connections: a listener, a second portal. */
  connection: Connection
  /** Closes the connections and drops the database. */
  drop(): Promise<void>
}

/** Longer than a portal waits for a free connection, because of busy machines; shorter than a request may take. */
const waitMs = 8000
/** A test that forces an order lets statements and transactions wait until the other call is there. */
const patientMs = 100_000

/** A migrated, empty database for one test file: make it in `beforeAll`, drop it in `afterAll`. */
export async function createTestDatabase({ max = 10 }: { max?: number } = {}): Promise<TestDatabase> {
  const server = inject('testServer')
  const name = `portal_test_${randomBytes(6).toString('hex')}`
  await administer(server.connection, `create database ${name} template ${server.template} strategy file_copy`)
  const connection = inDatabase(server.connection, name)
  const { db, pool, close } = openDatabase<Database>(connection, {
    max,
    waitMs,
    statementMs: patientMs,
    idleMs: patientMs,
  })
  return {
    db,
    pool,
    connection,
    async drop() {
      await close()
      await administer(server.connection, `drop database if exists ${name} with (force)`)
    },
  }
}
