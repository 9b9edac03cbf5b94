import { closedToAll } from '#shared/stages/block-on.ts'
import { kindFacts, usualAddress } from '#shared/stages/kind-facts.ts'

export const feedbackFacts = kindFacts({
  type: 'feedback',
  title: 'Отзыв',
  addresses: usualAddress,
  // The page thanks people who have answered.
  blockOn: closedToAll,
  needsViewable: false,
  // Feedback must not lead to its author, so there is no hand-in and no draft on the server.
  work: 'none',
  words: { until: 'Ответить до', begin: 'Ответить', resume: 'Ответить' },
})
