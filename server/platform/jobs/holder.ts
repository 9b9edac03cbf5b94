import { randomInt } from 'node:crypto'
import { hostname } from 'node:os'
import type pg from 'pg'
import type { Connection } from '#server/platform/db/database.ts'
import { listen } from '#server/platform/db/listen.ts'

/** "jobs" in ASCII: tells these advisory locks from all others. */
const lockSpace = 0x6a6f6273
/** A process whose connection broke has it again sooner; only one that has ended or cannot reach the database has not. */
const deadAfterMs = 15_000
const lookEveryMs = 10_000
/** Soon after the start, too: the server may need a moment to notice that the connection of a killed process is gone. */
const firstLooksMs = [0, 1000, 2000]

interface Holder {
  /** The beginning of the name under which this process takes jobs. */
  name: string
  /** Whether other processes see that this one lives. Only then may it take jobs. */
  holds(): boolean
  stop(): Promise<void>
}

interface HolderOptions {
  pool: pg.Pool
  connection: Connection
  /** Called for new jobs, and with Infinity when there may be any number of them. */
  wake: (count: number) => void
  onError: (message: string, details: unknown) => void
}

/**
 * Holds an advisory lock for as long as this process lives and reaches the database: PostgreSQL itself ends it with the
 * process, and keeps it for one that is only slow. What a process without its lock had taken is given back to the queue:
 * at once when that process ran on this machine and is gone, otherwise after some seconds in which it might come back.
 * The same connection hears of new jobs.
 */
export function startHolding({ pool, connection, wake, onError }: HolderOptions): Holder {
  const key = randomInt(1, 2 ** 31)
  const machine = hostname()
  const name = `portal ${key} ${machine} ${process.pid}`
  const listener = listen({
    connection,
    channels: ['jobs:insert'],
    onNotify: (_channel, payload) => wake(countOf(payload)),
    onCertainty: (certain) => certain && wake(Number.POSITIVE_INFINITY),
    // Shared, because the server may still keep the broken connection before this one. Keepalives make it notice the
    // loss of a whole machine within 20 s.
    onConnection: async (client) => {
      await client.query('set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 2')
      await client.query('select pg_advisory_lock_shared($1, $2)', [lockSpace, key])
    },
  })

  let unheld = new Map<string, number>()
  const look = async () => {
    const { rows } = await pool.query<{ name: string }>(namesOfTheUnheld, [lockSpace])
    const now = performance.now()
    // This process may be without its lock, too, while its connection is broken; it knows what it is doing.
    const others = rows.filter((row) => !row.name.startsWith(name))
    unheld = new Map(others.map((row) => [row.name, unheld.get(row.name) ?? now]))
    const dead = [...unheld].flatMap(([of, since]) =>
      now - since >= deadAfterMs || isGoneHere(of, machine) ? [of] : [],
    )
    if (dead.length === 0) return
    await pool.query('select graphile_worker.force_unlock_workers($1)', [dead])
    onError('jobs of a process that has ended are taken up', { dead })
    wake(Number.POSITIVE_INFINITY)
  }

  const pauses = [...firstLooksMs]
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> = Promise.resolve()
  const next = () => {
    timer = setTimeout(() => {
      // A look that fails is made again.
      looking = look().then(next, next)
    }, pauses.shift() ?? lookEveryMs).unref()
  }
  next()
  return {
    name,
    holds: listener.certain,
    async stop() {
      clearTimeout(timer)
      await looking
      clearTimeout(timer)
      await listener.stop()
    },
  }
}

const namesOfTheUnheld = `
  select distinct locked_by as name from graphile_worker._private_jobs
  where locked_by like 'portal %' and split_part(locked_by, ' ', 2)::bigint not in (
    select objid::bigint from pg_locks where locktype = 'advisory' and granted and classid = $1
    and database = (select oid from pg_database where datname = current_database()))`

function isGoneHere(name: string, machine: string): boolean {
  const [, , itsMachine, pid] = name.split(' ')
  if (itsMachine !== machine) return false
  // In a container the process before this one often had the same number.
  if (Number(pid) === process.pid) return true
  try {
    // Signal 0 only asks.
    return !process.kill(Number(pid), 0)
  } catch (fault) {
    return (fault as NodeJS.ErrnoException).code === 'ESRCH'
  }
}

function countOf(payload: string): number {
  const { count } = JSON.parse(payload) as { count?: number }
  return count ?? 1
}
