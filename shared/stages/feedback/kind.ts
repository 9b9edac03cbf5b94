import { closedToAll } from '#shared/stages/block-on.ts'
import { kindFacts, usualAddress } from '#shared/stages/kind-facts.ts'

export const feedbackFacts = kindFacts({
  type: 'feedback',
  title: 'Отзыв',
  addresses: usualAddress,
  // The page thanks whoever has answered.
  blockOn: closedToAll,
  needsViewable: false,
  // What is said must not lead to who has said it, so nothing is handed in and there is no draft on the server.
  work: 'none',
  words: { until: 'Ответить до', begin: 'Ответить', resume: 'Ответить' },
})
