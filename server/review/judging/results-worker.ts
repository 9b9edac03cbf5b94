import { answerFromDatabase } from '#server/platform/jobs/in-thread.ts'
import { orderWorks } from './results.ts'

answerFromDatabase(orderWorks)
