import { answerFromDatabase } from '#server/platform/jobs/in-thread.ts'
import { readMarks } from './peer-marks.ts'

answerFromDatabase(readMarks)
