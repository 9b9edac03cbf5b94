import { Worker } from 'node:worker_threads'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { connectionOf } from '#server/platform/db/database.ts'

/** Runs the worker of this file and returns what it posts. In a thread of its own: a solver blocks one for seconds. */
export async function inThread<Result>(file: URL, workerData: unknown): Promise<Result> {
  const worker = new Worker(file, { workerData, env: {} })
  try {
    return await new Promise<Result>((resolve, reject) => {
      worker.once('message', resolve)
      worker.once('error', reject)
      worker.once('exit', () => reject(new Error('The thread ended without a result')))
    })
  } finally {
    await worker.terminate()
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
