import { answerFromDatabase } from '#server/platform/jobs/in-thread.ts'
import { driftsAt } from './calibration.ts'

answerFromDatabase(driftsAt)
