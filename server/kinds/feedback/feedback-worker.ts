import { parentPort, workerData } from 'node:worker_threads'
import { openDatabase, patientMs } from '#server/platform/db/database.ts'
import type { Database } from '#server/tables.ts'
import { countOpinions, writeOpinions } from './feedback-figures.ts'

const { db } = openDatabase<Database>(workerData.connection, { max: 2, statementMs: patientMs })
const work = workerData.as === 'table' ? writeOpinions : countOpinions
parentPort?.postMessage(await work(db, workerData))
