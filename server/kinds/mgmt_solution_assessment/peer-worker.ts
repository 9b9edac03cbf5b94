import { answerFromDatabase } from '#server/platform/jobs/in-thread.ts'
import { makePeerTable } from './peer-table.ts'

answerFromDatabase(makePeerTable)
