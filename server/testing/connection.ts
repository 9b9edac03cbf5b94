import pg from 'pg'
import type { Connection } from '#server/platform/db/database.ts'

/** The same server, another database on it. */
export function inDatabase(connection: Connection, database: string): Connection {
  if (!('connectionString' in connection)) return { ...connection, database }
  const url = new URL(connection.connectionString)
  url.pathname = `/${database}`
  return { connectionString: url.href }
}

/** Runs one statement that concerns the whole server, such as making a database. */
export async function administer(connection: Connection, statement: string) {
  const client = new pg.Client(inDatabase(connection, 'postgres'))
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** The same database as an address, for a portal started as a process of its own. */
export function databaseUrlOf(connection: Connection): string {
  if ('connectionString' in connection) return connection.connectionString
  const { host, user, database } = connection
  return `postgres://${encodeURIComponent(user)}@localhost/${database}?host=${encodeURIComponent(host)}`
}
