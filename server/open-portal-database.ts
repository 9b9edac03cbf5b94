import type { Kysely } from 'kysely'
import type pg from 'pg'
import type { Config } from '#server/platform/config/config.ts'
import { prepareDataDir } from '#server/platform/config/data-dir.ts'
import { PortalClient } from '#server/platform/db/client.ts'
import { type Connection, openDatabase, warmConnections } from '#server/platform/db/database.ts'
import { type EmbeddedServer, startEmbedded } from '#server/platform/db/embedded/embedded.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { migrateJobs } from '#server/platform/jobs/jobs.ts'

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
  /** Called after the migrations, as the owner of the database: what the portal's own role may not do is taken from it. */
  guard: (owner: PortalClient, role: string) => Promise<void>
  onError: (error: Error) => void
}

/** Starts the embedded server or connects to the given one, migrates it and opens the pool. Throws `StartRefused`. */
export async function openPortalDatabase<DB>(
  config: Config,
  { migrations, meanwhile = () => {}, guard, onError }: OpenOptions,
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
    const ofOwner = config.databaseOwnerUrl === null ? null : { connectionString: config.databaseOwnerUrl }
    await migrateAs(embedded?.superuser ?? ofOwner, connection, { migrations, guard })
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

/** Migrates as the portal's own role, which owns its tables, and then guards what it may not own. */
async function migrateAs(
  owner: Connection | null,
  connection: Connection,
  { migrations, guard }: Pick<OpenOptions, 'migrations' | 'guard'>,
): Promise<void> {
  if (!owner) {
    await migrate(connection, migrations)
    return
  }
  const role = 'user' in connection ? connection.user : await roleOf(connection)
  await migrate({ ...owner, options: `-c role=${role}` }, migrations)
  await connected(owner, (client) => guard(client, role))
}

const roleOf = (connection: Connection) =>
  connected(connection, async (client) => {
    const { rows } = await client.query<{ role: string }>('select current_user as role')
    return rows[0]?.role ?? ''
  })

async function connected<T>(connection: Connection, use: (client: PortalClient) => Promise<T>): Promise<T> {
  const client = new PortalClient({
    ...connection,
    connectionTimeoutMillis: 10_000,
    application_name: 'portal-migrate',
  })
  try {
    await client.connect()
    return await use(client)
  } finally {
    await client.end()
  }
}
