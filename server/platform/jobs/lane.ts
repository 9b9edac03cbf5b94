import { setTimeout as delay } from 'node:timers/promises'
import type { Logger, TaskList, WorkerPool } from 'graphile-worker'
import type pg from 'pg'
import { untilKept } from '#server/platform/db/until-kept.ts'
import type { Task } from './task.ts'

type Library = typeof import('graphile-worker')
type OnError = (message: string, details: unknown) => void

interface Statement {
  name?: string
  text: string
  values?: unknown[]
}

interface LaneOptions {
  library: Library
  pool: pg.Pool
  holder: { name: string; holds(): boolean }
  tasks: Record<string, Task>
  concurrency: number
  onError: OnError
}

export interface RunningLane {
  /** Looks for jobs at once, with as many workers as there may be new ones. */
  wake(count: number): void
  stop(): Promise<void>
}

/** Jobs that become due without a notification, because of their time, are looked for this often. */
const pollMs = 2000
/** A statement whose answer was lost has ended by then: longer than any may take. */
const lostForMs = 10_000
/** How long a stop waits for the database to keep the ends of jobs. */
const stopMs = 5000

/**
 * Runs the jobs of one lane by a worker pool of the library, on connections that it cannot fail by: a job that has ended
 * is reported as such until the database has answered, because the library gives up at the first fault and then either
 * ends the process or does the job again.
 */
export function startLane({ library, pool, holder, tasks, concurrency, onError }: LaneOptions): RunningLane {
  /** Jobs that this lane has taken, until the database knows their end. */
  const taken = new Set<string>()
  const unkept = new Set<Promise<unknown>>()
  const stopping = new AbortController()
  const givingUp = new AbortController()
  let workers: WorkerPool
  let quietUntil = 0
  let lostUntil: number | null = null
  let turn: Promise<unknown> = Promise.resolve()

  /** Asks for a job. When a worker has just found none, the others need not ask. */
  const take = async (statement: Statement) => {
    if (!holder.holds() || performance.now() < quietUntil) return { rows: [] }
    try {
      if (lostUntil !== null) {
        // Jobs that the database gave to this lane in an answer that never arrived.
        await pool.query(
          'update graphile_worker._private_jobs set locked_at = null, locked_by = null where locked_by = $1 and id <> all($2::bigint[])',
          [holder.name, [...taken]],
        )
        if (performance.now() > lostUntil) lostUntil = null
      }
      const answer = await pool.query<{ id: string }>(statement)
      for (const { id } of answer.rows) taken.add(id)
      quietUntil = answer.rows.length > 0 ? 0 : performance.now() + pollMs * 0.9
      // There may be more, also when nothing notified of them.
      if (answer.rows.length > 0) setImmediate(wake, 1)
      return answer
    } catch (fault) {
      lostUntil = performance.now() + lostForMs
      throw fault
    }
  }

  const untilAnswered = (statement: Statement, signal: AbortSignal) =>
    untilKept(() => pool.query(statement), {
      signal,
      onError: (fault) => onError('the job queue waits for the database', fault),
    })

  /** Nobody awaits this, so it never rejects. */
  const keepEnd = (statement: Statement, ids: string[]) => {
    const kept = untilAnswered(statement, givingUp.signal)
      .then((answer) => {
        for (const id of ids) taken.delete(id)
        return answer
      })
      .catch(() => new Promise<never>(() => {}))
    unkept.add(kept)
    void kept.then(() => unkept.delete(kept))
    return kept
  }

  const query = (given: Statement) => {
    const values = given.values?.map((value) => (value === workers.id ? holder.name : value))
    const statement = { ...given, ...(values && { values }) }
    if (given.name?.startsWith('get_job')) {
      // One at a time: so it is known which jobs an answer that was lost may have named.
      const taking = turn.then(() => take(statement))
      turn = taking.catch(() => {})
      return taking
    }
    const ended = endedBy(statement)
    return ended ? keepEnd(statement, ended) : untilAnswered(statement, stopping.signal)
  }
  const client = { query, release: () => {} }
  // The library would listen on a connection of its own: `wake` does that for all lanes.
  const steadyPool = { connect: (listening?: unknown) => (listening ? undefined : Promise.resolve(client)) }

  const run = async () => {
    while (!stopping.signal.aborted) {
      workers = library.runTaskList(
        { concurrency, pollInterval: pollMs, noHandleSignals: true, logger: quiet(library.Logger, onError) },
        taskListOf(tasks),
        steadyPool as unknown as pg.Pool,
      )
      await workers.promise.catch((fault: unknown) => onError('the workers of a lane ended', fault))
      lostUntil = performance.now() + lostForMs
      await delay(1000, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }
  const running = run()

  const wake = (count: number) => {
    quietUntil = 0
    if (!workers._shuttingDown) workers.nudge(Math.min(count, concurrency))
  }
  return {
    wake,
    async stop() {
      stopping.abort()
      if (!workers._shuttingDown) await Promise.resolve(workers.gracefulShutdown()).catch(() => {})
      await running
      await Promise.race([Promise.all(unkept), delay(stopMs, undefined, { ref: false })])
      givingUp.abort()
    },
  }
}

/** The jobs whose end a statement of the library keeps; null for its other statements. */
function endedBy({ name = '', values = [] }: Statement): string[] | null {
  if (name.startsWith('complete_job')) return [values[0]].flat().map(String)
  if (name.startsWith('fail_job'))
    return (JSON.parse(String(values[1])) as { jobId: string }[]).map(({ jobId }) => jobId)
  return null
}

const taskListOf = (tasks: Record<string, Task>): TaskList =>
  Object.fromEntries(
    Object.entries(tasks).map(([name, task]) => [
      name,
      (payload: unknown, { job }: { job: { id: string; attempts: number; max_attempts: number } }) =>
        task(payload as never, { id: job.id, attempt: job.attempts, lastAttempt: job.attempts >= job.max_attempts }),
    ]),
  )

export const quiet = (LoggerOf: typeof Logger, onError: OnError) =>
  new LoggerOf(() => (level, message, details) => {
    if (level === 'error' || level === 'warning') onError(message, details)
  })
