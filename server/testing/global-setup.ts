import { randomBytes } from 'node:crypto'
import { existsSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { setUp } from '#bin/setup.mjs'
import { type Connection, openDatabase } from '#server/platform/db/database.ts'
import { startEmbedded } from '#server/platform/db/embedded/embedded.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { migrateJobs } from '#server/platform/jobs/jobs.ts'
import { administer, inDatabase } from './connection.ts'
import { quickFolder } from './quick-folder.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The URL of a PostgreSQL server to test on, with superuser rights; null: the embedded one. */
    testDatabaseUrl: string | null
    testServer: { connection: Connection; template: string }
  }
}

/**
 * One server for the whole run, with a migrated template database that every test file copies, and the built portal for
 * tests that start it.
 */
export default async function setup(project: TestProject) {
  await setUp({ web: false, server: true, dev: true })
  const url = project.getProvidedContext().testDatabaseUrl
  const server = url === null ? await embedded() : { connection: { connectionString: url }, stop: async () => {} }
  const template = `portal_template_${randomBytes(4).toString('hex')}`
  try {
    await administer(server.connection, `create database ${template}`)
    const connection = inDatabase(server.connection, template)
    const migrations = join(dirname(import.meta.dirname), 'migrations')
    if (existsSync(migrations)) await migrate(connection, migrations)
    const { pool, close } = openDatabase(connection)
    await migrateJobs(pool)
    await close()
  } catch (error) {
    await server.stop()
    throw error
  }
  project.provide('testServer', { connection: server.connection, template })
  return async () => {
    await administer(server.connection, `drop database if exists ${template} with (force)`)
    await server.stop()
  }
}

async function embedded() {
  const dataDir = quickFolder('portal-test-')
  const settings = {
    ...{ fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', archive_mode: 'off', max_wal_size: '512MB' },
    max_connections: '300',
  }
  // Memory stays with its connection: asking the system for it again takes a quarter of the server's time.
  const env = { MALLOC_MMAP_THRESHOLD_: '33554432', MALLOC_TRIM_THRESHOLD_: '67108864', MALLOC_TOP_PAD_: '1048576' }
  const server = await startEmbedded({ dataDir, settings, env })
  return {
    connection: server.superuser,
    async stop() {
      await server.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
