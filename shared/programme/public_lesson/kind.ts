import { closedToAll } from '#shared/stages/block-on.ts'
import { kindFacts } from '#shared/stages/kind-facts.ts'

export const publicLessonFacts = kindFacts({
  type: 'public_lesson',
  title: 'Открытый урок',
  addresses: [{ tail: '/{-$stage}/{-$form}' }],
  // The page shows the progress of the lesson, also after its end.
  blockOn: closedToAll,
  needsViewable: true,
  // The plan and the report are handed in, and they are stages of their own.
  work: 'none',
  words: { until: 'Провести и отчитаться до', begin: 'Начать', resume: 'Продолжить' },
})
