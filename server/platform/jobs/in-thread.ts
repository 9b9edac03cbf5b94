import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { parentPort, Worker } from 'node:worker_threads'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { type Connection, connectionOf, openDatabase, patientMs } from '#server/platform/db/database.ts'

/** A thread is kept for the next call for this time, in milliseconds: loading a solver takes longer than most plans. */
const keptMs = 10_000
const idle = new Map<string, { worker: Worker; end: NodeJS.Timeout }>()

/** More threads at once would take the processor from the callers of the portal. */
const atOnce = Math.max(2, availableParallelism())
let underWay = 0
const waiting: (() => void)[] = []

/**
 * Runs the worker of this file and returns its answer. In a thread of its own: a solver blocks one for seconds. While
 * as many as the machine has processors are under way, others wait for their turn.
 */
export async function inThread<Result>(file: URL, input: unknown): Promise<Result> {
  if (underWay < atOnce) underWay += 1
  else await new Promise<void>((resolve) => waiting.push(resolve))
  try {
    return await askThread<Result>(file, input)
  } finally {
    const next = waiting.shift()
    if (next) next()
    else underWay -= 1
  }
}

async function askThread<Result>({ href }: URL, input: unknown): Promise<Result> {
  const worker = takeIdle(href) ?? start(href)
  const heard = new AbortController()
  const { signal } = heard
  worker.postMessage(input)
  try {
    const [result] = await Promise.race([
      once(worker, 'message', { signal }),
      once(worker, 'exit', { signal }).then(() => Promise.reject(new Error('The thread ended without a result'))),
    ])
    keep(href, worker)
    return result
  } finally {
    heard.abort()
  }
}

/** With more rows than this, what each of them costs adds up to a moment in which nobody else gets an answer. */
const few = 5000

/**
 * Works something out of the rows of a database: `here` when they are few, otherwise by a worker, which gets the
 * connection beside `input`.
 */
export async function apartFromMany<Result, Input extends object, DB>(
  db: Kysely<DB>,
  { rows, file, input }: { rows: RawBuilder<unknown>; file: URL; input: Input },
  here: (db: Kysely<DB>, input: Input) => Promise<Result>,
): Promise<Result> {
  const counted = await sql<{ many: boolean }>`
    select count(*) > ${few} as many from (select ${rows} limit ${few + 1}) as found`.execute(db)
  if (!counted.rows[0]?.many) return here(db, input)
  return inThread<Result>(file, { ...input, connection: connectionOf(db) })
}

/** What the file of a worker does with each input. A fault ends the thread. */
export function answerInThread<Input>(task: (input: Input) => unknown): void {
  parentPort?.on('message', async (input: Input) => parentPort?.postMessage(await task(input)))
}

/** The same for what `apartFromMany` asks: the connections end with the answer. */
export function answerFromDatabase<DB, Input extends object>(
  task: (db: Kysely<DB>, input: Input) => Promise<unknown>,
): void {
  answerInThread(async ({ connection, ...input }: { connection: Connection }) => {
    const { db, close } = openDatabase<DB>(connection, { max: 2, statementMs: patientMs })
    try {
      return await task(db, input as Input)
    } finally {
      await close()
    }
  })
}

function start(href: string): Worker {
  const worker = new Worker(new URL(href), { env: {} })
  return worker.once('exit', () => idle.get(href)?.worker === worker && takeIdle(href))
}

function takeIdle(href: string): Worker | undefined {
  const kept = idle.get(href)
  idle.delete(href)
  clearTimeout(kept?.end)
  kept?.worker.ref()
  return kept?.worker
}

function keep(href: string, worker: Worker): void {
  if (idle.has(href)) return void worker.terminate()
  worker.unref()
  const end = setTimeout(() => void takeIdle(href)?.terminate(), keptMs).unref()
  idle.set(href, { worker, end })
}
