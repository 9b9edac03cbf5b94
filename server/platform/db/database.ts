import { type Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { NamedClient, types } from './client.ts'
import { RepeatingKysely } from './repeating.ts'

/** Where the database is: an address, or the embedded server's socket. */
export type Connection = { connectionString: string } | { host: string; user: string; database: string }

interface OpenDatabase<DB> {
  db: Kysely<DB>
  /** The pool of `db`, shared with the job queue. */
  pool: pg.Pool
  /**
   * Closes all connections, including those that `db` never used (`db.destroy()` keeps a pool without queries open).
   */
  close(): Promise<void>
}

/** A request waits at most 10 s, so the database gets less: 3 s to connect, 5 s for a statement, 6 s for its answer. */
const limits = {
  connectionTimeoutMillis: 3000,
  statement_timeout: 5000,
  idle_in_transaction_session_timeout: 10_000,
}

/** Time limit in milliseconds for a statement of a command that writes very much: no request waits for its answer. */
export const patientMs = 100_000

/** Connections of the portal that stay open while nothing happens. The others are closed after ten seconds. */
export const warmConnections = 3

/**
 * Opens the pool, which connects on the first query. `onError` is called for connections that break before the pool
 * ends. A caller that waits longer than `waitMs` for a free one is refused. A statement may take `statementMs`, its answer
 * a second more, and the next statement of a transaction may come `idleMs` later.
 */
export function openDatabase<DB>(
  connection: Connection,
  {
    max = 16,
    min = 0,
    onError = () => {},
    waitMs = limits.connectionTimeoutMillis,
    statementMs = limits.statement_timeout,
    idleMs = limits.idle_in_transaction_session_timeout,
  }: {
    max?: number
    min?: number
    onError?: (error: Error) => void
    waitMs?: number
    statementMs?: number
    idleMs?: number
  } = {},
): OpenDatabase<DB> {
  const pool = new pg.Pool({
    ...connection,
    ...limits,
    connectionTimeoutMillis: waitMs,
    statement_timeout: statementMs,
    query_timeout: statementMs + 1000,
    // Shorter, so that a wait for somebody else is not told as too much work.
    lock_timeout: Math.round(statementMs * 0.8),
    idle_in_transaction_session_timeout: idleMs,
    max,
    min,
    types,
    keepAlive: true,
    application_name: 'portal',
    Client: NamedClient as unknown as typeof pg.Client,
  } as pg.PoolConfig)
  // Without error listeners on the pool and on each borrowed connection, a restart of PostgreSQL would end the process.
  const report = (error: Error & { client?: unknown }) => {
    // The pool adds the whole connection to the error, with all statements that it has sent: too much for a log.
    delete error.client
    // The portal stops PostgreSQL next, which may end a connection before the pool has closed it.
    if (!pool.ending) onError(error)
  }
  pool.on('error', report)
  pool.on('connect', (client) => client.on('error', report))
  const close = async () => {
    if (!pool.ending) await pool.end()
  }
  const db = new RepeatingKysely<DB>({ dialect: new PostgresDialect({ pool }) })
  connections.set(db, connection)
  return { db, pool, close }
}

const connections = new WeakMap<object, Connection>()

/** For a thread that opens the same database. */
export function connectionOf(db: object): Connection {
  const connection = connections.get(db)
  if (!connection) throw new Error('this is no opened database')
  return connection
}

/** Connections for organisers who look at the portal as a participant: few do so at the same time. */
const readers = 2

/** A small pool on the database of another. PostgreSQL refuses every write in it. It connects on the first query. */
export function openReadOnly<DB>(beside: pg.Pool): Pick<OpenDatabase<DB>, 'db' | 'close'> {
  const pool = new pg.Pool({
    ...(beside.options as pg.PoolConfig),
    max: readers,
    options: '-c default_transaction_read_only=on',
  })
  const silence = () => {}
  pool.on('error', silence)
  pool.on('connect', (client) => client.on('error', silence))
  const close = async () => {
    if (!pool.ending) await pool.end()
  }
  return { db: new RepeatingKysely<DB>({ dialect: new PostgresDialect({ pool }) }), close }
}
