import { PortalClient } from '#server/platform/db/client.ts'
import type { Connection } from '#server/platform/db/database.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import type { Clock } from './clock.ts'

/** The database's time as a process knows it, so that deadlines are the same for every process. */
export interface DatabaseClock {
  now: Clock
  /** False after a jump of this machine's clock, and while the last measurement is old: then the time may be wrong. */
  sure(): boolean
  /** False while this machine's clock is more than a second off the database's time. `now` is right even then. */
  agrees(): boolean
  /** Measures again. Refuses with `overloaded` when that fails. */
  measure(): Promise<void>
  stop(): void
}

interface ClockOptions {
  /** Called once when the time becomes doubtful, and when this machine's clock is wrong. */
  onDoubt: (message: string) => void
  /** This machine's clock, and its monotonic clock, which setting the time does not move; both in milliseconds. */
  wall?: () => number
  steady?: () => number
  /** How often the clock is checked for a jump or an old measurement, in milliseconds. */
  checkEvery?: number
}

const measureEvery = 60_000
/** A failed measurement leaves time for further attempts before the process is taken out of use. */
const maxAge = 2 * measureEvery
const maxJump = 1000
const maxOff = 1000
/** The longest round trip to the database that is accepted: the time is wrong by at most half of it. */
const maxWay = 2000
const tries = 5

/** Measures the database's time now, and from then on every minute. */
export async function databaseClock(
  connection: Connection,
  { onDoubt, wall = () => Date.now(), steady = () => performance.now(), checkEvery = 1000 }: ClockOptions,
): Promise<DatabaseClock> {
  let { ahead, gap, at, exact } = await measured(connection, wall, steady)
  let doubted = false
  let saidOff = false
  let measuring: Promise<void> | null = null

  const off = () => gap - ahead
  const agrees = () => Math.abs(off()) - exact <= maxOff
  const sayWhenOff = () => {
    if (!agrees() && !saidOff)
      onDoubt(
        `the clock of this machine is ${Math.round(off() / 1000)} s off the database's time, which is used: not ready until it is set right`,
      )
    saidOff = !agrees()
  }
  sayWhenOff()
  const jump = () => wall() - steady() - gap
  const sure = () => Math.abs(jump()) <= maxJump && steady() - at < maxAge
  const measure = () => {
    measuring ??= measured(connection, wall, steady)
      .then(
        (found) => {
          ;({ ahead, gap, at, exact } = found)
          doubted = false
          sayWhenOff()
        },
        (cause) => {
          throw new Refusal('overloaded', { retryAfter: 3, cause })
        },
      )
      .finally(() => {
        measuring = null
      })
    return measuring
  }
  const doubt = () => {
    if (doubted || sure()) return
    doubted = true
    const jumped = Math.abs(jump()) > maxJump && `the clock of this machine jumped by ${Math.round(jump() / 1000)} s`
    onDoubt(`${jumped || "the database's time could not be measured"}: not ready until it is measured again`)
  }
  const timer = setInterval(() => {
    doubt()
    if (!sure() || steady() - at >= measureEvery) measure().catch(() => {})
  }, checkEvery)
  timer.unref()

  return {
    now: () => new Date(steady() + ahead),
    sure() {
      doubt()
      return sure()
    },
    agrees,
    measure,
    stop: () => clearInterval(timer),
  }
}

/**
 * On a connection of its own, because waiting for one of the pool would count towards the round trip. The attempt with
 * the shortest round trip is the most exact.
 */
async function measured(connection: Connection, wall: () => number, steady: () => number) {
  const client = new PortalClient({
    ...connection,
    connectionTimeoutMillis: 3000,
    query_timeout: 3000,
    application_name: 'portal-clock',
  })
  try {
    await client.connect()
    let best = { way: Number.POSITIVE_INFINITY, ahead: 0 }
    for (let made = 0; made < tries; made += 1) {
      const began = steady()
      const { rows } = await client.query<{ ms: number }>(
        'select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms',
      )
      const way = steady() - began
      if (rows[0] && way < best.way) best = { way, ahead: rows[0].ms - began - way / 2 }
    }
    if (best.way > maxWay) throw new Error(`the database took ${Math.round(best.way)} ms to tell the time`)
    return { ahead: best.ahead, gap: wall() - steady(), at: steady(), exact: best.way / 2 }
  } finally {
    client.end().catch(() => {})
  }
}
