import pg from 'pg'
import type { Connection } from '#server/platform/db/database.ts'

/** Another database on the same server. */
export function inDatabase(connection: Connection, database: string): Connection {
  if (!('connectionString' in connection)) return { ...connection, database }
  const url = new URL(connection.connectionString)
  url.pathname = `/${database}`
  return { connectionString: url.href }
}

/** Runs one statement on the whole server, such as creating a database. */
export async function administer(connection: Connection, statement: string) {
  const client = new pg.Client(inDatabase(connection, 'postgres'))
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** The database as a URL, for a portal in its own process. */
export function databaseUrlOf(connection: Connection): string {
  if ('connectionString' in connection) return connection.connectionString
  const { host, user, database } = connection
  return `postgres://${encodeURIComponent(user)}@localhost/${database}?host=${encodeURIComponent(host)}`
}
