import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Logger as QueueLogger } from 'graphile-worker'
import { type RawBuilder, sql, type Transaction } from 'kysely'
import type pg from 'pg'

interface JobOptions {
  runAt?: Date
  /** A waiting job with the same key is replaced. */
  jobKey?: string
  /** Maximum number of attempts, with growing pauses; 25 (about three days) by default. */
  maxAttempts?: number
}

/** Queues a job in the given transaction: it runs if and only if the transaction commits. */
export async function addJob<DB>(
  tx: Transaction<DB>,
  name: string,
  payload: unknown,
  { runAt, jobKey, maxAttempts }: JobOptions = {},
): Promise<void> {
  await sql`select from graphile_worker.add_job(
    identifier => ${name}::text,
    payload => ${JSON.stringify(payload ?? {})}::json,
    run_at => ${runAt ?? null}::timestamptz,
    max_attempts => ${maxAttempts ?? null}::int,
    job_key => ${jobKey ?? null}::text
  )`.execute(tx)
}

/** Queues a job for each payload, all in one statement. */
export async function addJobs<DB>(tx: Transaction<DB>, name: string, payloads: readonly unknown[]): Promise<void> {
  await sql`select from graphile_worker.add_jobs(array(
    select row(${name}::text, payload, null, null, null, null, null, null)::graphile_worker.job_spec
    from json_array_elements(${JSON.stringify(payloads)}::json) with ordinality as asked (payload, place)
    order by place))`.execute(tx)
}

/** For use inside a statement: an expression that queues the job when it is evaluated. */
export const queued = (name: string | RawBuilder<unknown>, payload: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`(select id from graphile_worker.add_job(identifier => ${name}::text, payload => ${payload}))`

export interface JobContext {
  /** The same at every attempt, so that an effect outside the database can be made to happen once. */
  id: string
  /** 1 for the first. */
  attempt: number
  lastAttempt: boolean
}

/** The job is done when this returns and is tried again when it throws. So it must be safe to repeat. */
export type Task = (payload: never, job: JobContext) => Promise<void>

export interface Worker {
  /** Waits for running jobs. Those that do not finish in time are run by another process. */
  stop(): Promise<void>
}

interface WorkerOptions {
  pool: pg.Pool
  tasks: Record<string, Task>
  concurrency?: number
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

/** Runs queued jobs in this process; any number of processes may do so. */
export async function startWorker({
  pool,
  tasks,
  concurrency = 4,
  onError = () => {},
}: WorkerOptions): Promise<Worker> {
  const taskList = Object.fromEntries(
    Object.entries(tasks).map(([name, task]) => [
      name,
      (payload: unknown, { job }: { job: { id: string; attempts: number; max_attempts: number } }) =>
        task(payload as never, { id: job.id, attempt: job.attempts, lastAttempt: job.attempts >= job.max_attempts }),
    ]),
  )
  const { run, Logger } = await import('graphile-worker')
  const runner = await run({
    pgPool: pool,
    taskList,
    concurrency,
    pollInterval: 2000,
    noHandleSignals: true,
    logger: quiet(Logger, onError),
  })
  // When the queue ended with its database, `onError` was called; nobody awaits this promise.
  runner.promise.catch(() => {})
  let stopped: Promise<void> | undefined
  return {
    stop() {
      stopped ??= runner.stop()
      return stopped
    },
  }
}

const quiet = (Logger: typeof QueueLogger, onError: (message: string, details: unknown) => void) =>
  new Logger(() => (level, message, details) => {
    if (level === 'error' || level === 'warning') onError(message, details)
  })
