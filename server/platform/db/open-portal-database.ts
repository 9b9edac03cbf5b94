import type { Kysely } from 'kysely'
import type pg from 'pg'
import type { Config } from '#server/platform/config/config.ts'
import { prepareDataDir } from '#server/platform/config/data-dir.ts'
import { migrateJobs } from '#server/platform/jobs/jobs.ts'
import { type Connection, openDatabase, warmConnections } from './database.ts'
import { type EmbeddedServer, startEmbedded } from './embedded/embedded.ts'
import { migrate } from './migrate.ts'

interface PortalDatabase<DB> {
  db: Kysely<DB>
  pool: pg.Pool
  connection: Connection
  close(): Promise<void>
}

interface OpenOptions {
  migrations: string
  /** Called once, when the embedded server has begun to start: work done meanwhile does not delay the start. */
  meanwhile?: () => void
  onError: (error: Error) => void
}

/** Starts the embedded server or connects to the given one, migrates it and opens the pool. Throws `StartRefused`. */
export async function openPortalDatabase<DB>(
  config: Config,
  { migrations, meanwhile = () => {}, onError }: OpenOptions,
): Promise<PortalDatabase<DB>> {
  prepareDataDir(config.dataDir)
  let embedded: EmbeddedServer | null = null
  if (config.databaseUrl === null)
    embedded = await startEmbedded({
      dataDir: config.dataDir,
      onBegun: meanwhile,
      onRestart: (reason) => onError(new Error(`the embedded PostgreSQL was started again: ${reason}`)),
    })
  else meanwhile()
  try {
    const connection: Connection = embedded?.connection ?? { connectionString: config.databaseUrl ?? '' }
    await migrate(connection, migrations)
    const { db, pool } = openDatabase<DB>(connection, { min: warmConnections, onError })
    await migrateJobs(pool)
    return {
      db,
      pool,
      connection,
      async close() {
        await pool.end()
        await embedded?.stop()
      },
    }
  } catch (fault) {
    await embedded?.stop()
    throw fault
  }
}
