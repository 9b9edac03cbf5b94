import { parentPort } from 'node:worker_threads'
import type { Db } from '#server/db.ts'
import { type Connection, openDatabase } from '#server/platform/db/database.ts'
import type { Call, Told } from '#server/review/cutoffs/ask-thread.ts'
import * as tasks from '#server/review/cutoffs/thread-tasks.ts'
import type { KindsByType } from '#server/stages/season.ts'
import type { Database } from '#server/tables.ts'

/** Nobody's request waits longer, and a job may. */
const statementMs = 30_000
const databases = new Map<string, Db>()

/** All kinds together are large, and few of them score. */
const rawScores: tasks.Place['rawScores'] = async (db, { type, id }) => {
  const kinds: KindsByType = (await import('./kinds.ts')).serverStageKinds
  return kinds[type]?.rawScores?.(db, id)
}

/** The pool closes connections that nobody uses. */
function databaseAt(connection: Connection) {
  const name = JSON.stringify(connection)
  const db = databases.get(name) ?? openDatabase<Database>(connection, { max: 3, statementMs, idleMs: statementMs }).db
  databases.set(name, db)
  return { db, name, rawScores }
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
