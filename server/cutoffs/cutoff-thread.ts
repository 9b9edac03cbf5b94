import { parentPort } from 'node:worker_threads'
import type { Db } from '#server/db.ts'
import { type Connection, openDatabase } from '#server/platform/db/database.ts'
import type { Database } from '#server/tables.ts'
import * as tasks from './thread-tasks.ts'

export type Tasks = typeof tasks
export interface Call {
  id: number
  task: keyof Tasks
  input: unknown
  connection: Connection
}
export type Told = { id: number } & (
  | { result: unknown }
  | { rows: number }
  | { fault: Pick<Error, 'message' | 'stack'> }
)

/** Nobody's request waits longer, and a job may. */
const statementMs = 30_000
const databases = new Map<string, Db>()

/** The pool closes connections that nobody uses. */
function databaseAt(connection: Connection) {
  const name = JSON.stringify(connection)
  const db = databases.get(name) ?? openDatabase<Database>(connection, { max: 3, statementMs, idleMs: statementMs }).db
  databases.set(name, db)
  return { db, name }
}

const tell = (told: Told) => parentPort?.postMessage(told)

parentPort?.on('message', async ({ id, task, input, connection }: Call) => {
  try {
    // biome-ignore lint/performance/noDynamicNamespaceImportAccess: this runs as it is, without a bundle
    const run = tasks[task] as (
      place: tasks.Place,
      input: unknown,
      progress: (rows: number) => void,
    ) => Promise<unknown>
    tell({ id, result: await run(databaseAt(connection), input, (rows) => tell({ id, rows })) })
  } catch (fault) {
    const { message, stack } = fault as Error
    tell({ id, fault: { message, stack } })
  }
})
