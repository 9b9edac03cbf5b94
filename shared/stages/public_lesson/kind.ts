import { closedToAll } from '#shared/stages/block-on.ts'
import { kindFacts } from '#shared/stages/kind-facts.ts'

export const publicLessonFacts = kindFacts({
  type: 'public_lesson',
  title: 'Открытый урок',
  addresses: [{ tail: '/{-$stage}/{-$form}' }],
  // The page shows how far the lesson has come, whatever became of it.
  blockOn: closedToAll,
  needsViewable: true,
  // What is handed in is the plan and the report, which are stages of their own.
  work: 'none',
  words: { until: 'Провести и отчитаться до', begin: 'Начать', resume: 'Продолжить' },
})
