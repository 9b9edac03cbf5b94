import { parentPort, workerData } from 'node:worker_threads'
import { openDatabase, patientMs } from '#server/platform/db/database.ts'
import type { Database } from '#server/tables.ts'
import { orderWorks } from './results.ts'

const { db } = openDatabase<Database>(workerData.connection, { max: 1, statementMs: patientMs })
parentPort?.postMessage(await orderWorks(db, workerData))
