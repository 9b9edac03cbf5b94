import { answerFromDatabase } from '#server/platform/jobs/in-thread.ts'
import { changesOf } from './rulings.ts'

answerFromDatabase(changesOf)
