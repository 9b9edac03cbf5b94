import { answerFromDatabase } from '#server/platform/jobs/in-thread.ts'
import type { Database } from '#server/tables.ts'
import { type AskedOpinions, countOpinions, writeOpinions } from './feedback-figures.ts'

answerFromDatabase<Database, AskedOpinions & { as: 'table' | 'figures' }>((db, { as, ...asked }) =>
  as === 'table' ? writeOpinions(db, asked) : countOpinions(db, asked),
)
