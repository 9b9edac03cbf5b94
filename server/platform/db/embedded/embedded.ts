import { readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { StartRefused } from '#server/platform/config/start-refused.ts'
import { archiveCommand } from './archive.ts'
import { database, ownRole, prepareCluster, superuser } from './cluster.ts'
import { leftoverPid, stopLeftover } from './leftover.ts'
import { giveToOwnRole } from './own-role.ts'
import { type Place, preparePlace } from './place.ts'
import { holdPortalLock } from './portal-lock.ts'
import { preparePrograms } from './programs.ts'
import { serverUser } from './server-user.ts'
import { type Supervised, supervise } from './supervise.ts'

export interface EmbeddedServer {
  /** Parameters for `pg`. The host is the directory of the Unix socket; no port is opened. */
  connection: SocketConnection
  /** The same database as superuser, for work on the whole server that the portal's own role may not do. */
  superuser: SocketConnection
  stop(): Promise<void>
}

interface SocketConnection {
  host: string
  user: string
  database: string
}

interface EmbeddedOptions {
  dataDir: string
  /** PostgreSQL settings that override ours, e.g. `{ fsync: 'off' }` for tests. */
  settings?: Record<string, string>
  /** Variables for the server, beside ours. */
  env?: Record<string, string>
  /** How long the server may repair itself before it answers, in milliseconds. */
  maxStart?: number
  /** Called once, when the server has begun to start. */
  onBegun?: () => void
  /** Called when the server ended by itself and was started again. */
  onRestart?: (reason: string) => void
}

const ours = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  timezone: 'UTC',
  log_timezone: 'UTC',
  jit: 'off',
  // Three processes that read ahead help only with larger tables than a portal has, and no other server is followed.
  io_method: 'sync',
  max_logical_replication_workers: '0',
  // Parameters contain personal data, and more people read the log than the database.
  log_parameter_max_length_on_error: '0',
  // On from the start, because it cannot be changed later; `archiveCommand` decides whether the log is copied.
  archive_mode: 'on',
}

/** For work on the whole server whose files are in this place. */
export const superuserOf = ({ sockets }: Place): SocketConnection => ({ host: sockets, user: superuser, database })

/**
 * Starts the bundled PostgreSQL; its data are in `dataDir/postgres`. It ends with the portal, even when the portal is
 * killed. Throws `StartRefused`.
 */
export async function startEmbedded({
  dataDir,
  settings,
  env,
  maxStart = 120_000,
  onBegun,
  onRestart,
}: EmbeddedOptions): Promise<EmbeddedServer> {
  const user = serverUser()
  const { base, sockets } = preparePlace(dataDir, user)
  const release = await holdPortalLock(sockets, dataDir)
  const unlock = async () => {
    await release()
    if (!sockets.startsWith(base)) rmSync(sockets, { recursive: true, force: true })
  }
  try {
    const programs = preparePrograms(base, user)
    const cluster = await prepareCluster(base, programs.initdb, user)
    const logFile = join(base, 'server.log')
    if ((statSync(logFile, { throwIfNoEntry: false })?.size ?? 0) > 10_000_000) rmSync(logFile)
    const parameters = Object.entries({
      ...ours,
      archive_command: archiveCommand(base),
      ...settings,
    }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    const command = [programs.postgres, '-D', cluster, '-k', sockets, ...parameters]
    const start = async (begun?: () => void) => {
      await stopLeftover(cluster)
      const server = supervise(command, logFile, user, env)
      begun?.()
      await ready(server, sockets, logFile, maxStart)
      return server
    }

    let server = await start(onBegun)
    await giveToOwnRole(sockets)
    let stopping = false
    const watch = async () => {
      while (true) {
        await server.exited
        if (stopping) return
        onRestart?.(lastWords(logFile))
        try {
          server = await start()
          if (stopping) server.release()
        } catch (error) {
          onRestart?.((error as Error).message)
          await delay(1000)
        }
      }
    }
    const watching = watch()
    return {
      connection: { host: sockets, user: ownRole, database },
      superuser: superuserOf({ base, sockets }),
      async stop() {
        stopping = true
        server.release()
        const forced = setTimeout(() => {
          const pid = leftoverPid(cluster)
          if (pid !== null) process.kill(pid, 'SIGQUIT')
        }, 8000)
        await watching
        clearTimeout(forced)
        await unlock()
      },
    }
  } catch (error) {
    await unlock()
    throw error
  }
}

/** The server of a portal that runs on this directory; null when none answers. */
export async function runningEmbedded(dataDir: string): Promise<SocketConnection | null> {
  const { sockets } = preparePlace(dataDir, serverUser())
  const connection = { host: sockets, user: ownRole, database }
  const client = new Client({ ...connection, connectionTimeoutMillis: 2000 })
  client.on('error', () => {})
  return client.connect().then(
    async () => {
      await client.end()
      return connection
    },
    () => null,
  )
}

/** Waits until the server answers: after a crash it first repairs itself. */
async function ready(server: Supervised, host: string, logFile: string, maxStart: number) {
  const deadline = Date.now() + maxStart
  while (server.running() && Date.now() < deadline) {
    const client = new Client({ host, user: superuser, database: 'postgres', connectionTimeoutMillis: 2000 })
    client.on('error', () => {})
    try {
      await client.connect()
      return
    } catch {
      await delay(20)
    } finally {
      await client.end().catch(() => {})
    }
  }
  server.release()
  throw new StartRefused(`База данных не запустилась: ${lastWords(logFile)}`)
}

function lastWords(logFile: string): string {
  const lines = readFileSync(logFile, 'utf8').trimEnd().split('\n')
  return lines.findLast((line) => /FATAL|PANIC|error/.test(line)) ?? lines.at(-1) ?? 'журнал пуст'
}
