import { closedToAll } from '#shared/stages/block-on.ts'
import { kindFacts, usualAddress, usualWords } from '#shared/stages/kind-facts.ts'

export const lessonPlanFacts = kindFacts({
  type: 'lesson_plan',
  title: 'План урока',
  addresses: usualAddress,
  blockOn: closedToAll,
  needsViewable: true,
  work: 'person',
  words: usualWords,
})
