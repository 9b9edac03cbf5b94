import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { type RawBuilder, sql, type Transaction } from 'kysely'
import type pg from 'pg'
import type { Connection } from '#server/platform/db/database.ts'
import { startHolding } from './holder.ts'
import { quiet, startLane } from './lane.ts'
import type { Task } from './task.ts'

export interface JobOptions {
  runAt?: Date
  /** A waiting job with the same key is replaced. */
  jobKey?: string
  /** With `jobKey`: a waiting job keeps its time. */
  keepsRunAt?: boolean
  /** Maximum number of attempts, with growing pauses; 25 (about three days) by default. */
  maxAttempts?: number
}

/** Queues a job in the given transaction: it runs if and only if the transaction commits. */
export async function addJob<DB>(
  tx: Transaction<DB>,
  name: string,
  payload: unknown,
  { runAt, jobKey, keepsRunAt = false, maxAttempts }: JobOptions = {},
): Promise<void> {
  await sql`select from graphile_worker.add_job(
    identifier => ${name}::text,
    payload => ${JSON.stringify(payload ?? {})}::json,
    run_at => ${runAt ?? null}::timestamptz,
    max_attempts => ${maxAttempts ?? null}::int,
    job_key => ${jobKey ?? null}::text,
    job_key_mode => ${keepsRunAt ? 'preserve_run_at' : 'replace'}::text
  )`.execute(tx)
}

/** Queues a job for each payload, all in one statement. Jobs with a smaller `priority` run first; the default is 0. */
export async function addJobs<DB>(
  tx: Transaction<DB>,
  name: string,
  payloads: readonly unknown[],
  { maxAttempts, priority }: { maxAttempts?: number; priority?: number } = {},
): Promise<void> {
  await sql`select from graphile_worker.add_jobs(array(
    select row(${name}::text, payload, null, null, ${maxAttempts ?? null}::int, null, ${priority ?? null}::int,
      null)::graphile_worker.job_spec
    from json_array_elements(${JSON.stringify(payloads)}::json) with ordinality as asked (payload, place)
    order by place))`.execute(tx)
}

/** For use inside a statement: an expression that queues the job when it is evaluated. */
export const queued = (name: string | RawBuilder<unknown>, payload: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`(select id from graphile_worker.add_job(identifier => ${name}::text, payload => ${payload}))`

/** The lanes and how many jobs of each a process runs at a time. No lane waits for another. */
const lanes = {
  /** Letters with codes, links for a new password, and warnings to the owner of an account. */
  codes: 8,
  /** Apart from letters, so that a gateway that does not answer holds up only what goes through it. */
  smsCodes: 8,
  /** What a person waits for: hand-ins, acts on many, publications, exports. */
  people: 4,
  /** Writing notifications and queueing letters to many. */
  notices: 2,
  letters: 4,
  sms: 4,
  /** Documents on their way through the scanner. */
  scans: 2,
  /** Recordings being turned into another format: minutes of the processor each. */
  recordings: 2,
  housekeeping: 2,
}

export type Lane = keyof typeof lanes

export interface Worker {
  /** Waits for running jobs. Those that do not finish in time are run by another process. */
  stop(): Promise<void>
}

interface WorkerOptions {
  pool: pg.Pool
  connection: Connection
  tasks: Partial<Record<Lane, Record<string, Task>>>
  /** Called for every failed attempt and for faults of the worker itself. */
  onError?: (message: string, details: unknown) => void
}

/**
 * Makes the tables of the queue, before the first `addJob`. When they exist, the library is not loaded before the
 * first answer.
 */
export async function migrateJobs(pool: pg.Pool): Promise<void> {
  const version = versionOfQueue()
  const known = await pool.query('select from job_queue_versions where version = $1', [version])
  if (known.rowCount) return
  const { runMigrations, Logger } = await import('graphile-worker')
  await runMigrations({ pgPool: pool, logger: quiet(Logger, () => {}) })
  await pool.query('insert into job_queue_versions (version) values ($1) on conflict do nothing', [version])
}

function versionOfQueue(): string {
  const main = createRequire(import.meta.url).resolve('graphile-worker')
  return (JSON.parse(readFileSync(join(dirname(main), '../package.json'), 'utf8')) as { version: string }).version
}

/** Milliseconds for which notifications of new jobs are gathered: a crowd of jobs asks the database only so often. */
const gatherMs = 15

/**
 * Runs queued jobs in this process; any number of processes may do so. While the database is away nothing is taken, the
 * ends of running jobs are kept once it is back, and no fault of it reaches the caller.
 */
export async function startWorker({ pool, connection, tasks, onError = () => {} }: WorkerOptions): Promise<Worker> {
  const library = await import('graphile-worker')
  let gathered = 0
  const wake = (count: number) => {
    if (gathered === 0) setTimeout(wakeNow, gatherMs)
    gathered += count
  }
  const wakeNow = () => {
    const count = gathered
    gathered = 0
    for (const lane of running) lane.wake(count)
  }
  const holder = startHolding({ pool, connection, wake, onError })
  const running = Object.entries(tasks).map(([lane, ofLane]) =>
    startLane({
      library,
      pool,
      holder: { name: `${holder.name} ${lane}`, holds: holder.holds },
      tasks: ofLane,
      concurrency: lanes[lane as Lane],
      onError,
    }),
  )
  const stop = async () => {
    await Promise.all(running.map((lane) => lane.stop()))
    await holder.stop()
  }
  let stopped: Promise<void> | undefined
  return {
    stop() {
      stopped ??= stop()
      return stopped
    },
  }
}
