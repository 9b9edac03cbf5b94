import { answerFromDatabase } from '#server/platform/jobs/in-thread.ts'
import { orderProposals } from './list-proposals.ts'

answerFromDatabase(orderProposals)
