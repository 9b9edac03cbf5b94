import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import type { Connection } from '#server/platform/db/database.ts'

export interface DatabaseProxy {
  /** The same database through the proxy. */
  url: string
  /**
   * From now on, connections with this application_name pass no data in either direction; null: all do again. They stay
   * open, as on a dead network.
   */
  darken(applicationName: string | null): void
  close(): Promise<void>
}

/** A small TCP proxy in front of the test database, to simulate network failures. */
export async function databaseProxy(connection: Connection): Promise<DatabaseProxy> {
  const { target, user, database } = placeOf(connection)
  const sockets = new Set<Socket>()
  let dark: string | null = null

  const server = createServer((client) => {
    const upstream = connect(target as never)
    let name: string | undefined
    const passes = () => dark === null || name === undefined || !name.includes(dark)
    const link = (from: Socket, to: Socket) => {
      sockets.add(from)
      from.on('error', () => to.destroy())
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
    }
    link(client, upstream)
    link(upstream, client)
    client.on('data', (chunk) => {
      // The first packet of a connection contains its application_name as plain text.
      name ??= chunk.toString('latin1')
      if (passes()) upstream.write(chunk)
    })
    upstream.on('data', (chunk) => {
      if (passes()) client.write(chunk)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `postgres://${user}@127.0.0.1:${(server.address() as AddressInfo).port}/${database}`,
    darken(applicationName) {
      dark = applicationName
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}

function placeOf(connection: Connection) {
  if (!('connectionString' in connection)) {
    const { host, user, database } = connection
    return { target: { path: `${host}/.s.PGSQL.5432` }, user, database }
  }
  const { hostname, port, username, password, pathname } = new URL(connection.connectionString)
  const user = password ? `${username}:${password}` : username
  // The address of a server without a network has the directory of its socket: postgres://user@%2Fplace/name.
  const host = decodeURIComponent(hostname)
  const target = host.startsWith('/')
    ? { path: `${host}/.s.PGSQL.${port || 5432}` }
    : { host, port: Number(port || 5432) }
  return { target, user, database: pathname.slice(1) }
}
