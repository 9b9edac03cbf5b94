import { closedToAll } from '#shared/stages/block-on.ts'
import { kindFacts, usualAddress, usualWords } from '#shared/stages/kind-facts.ts'

export const questionnaireFacts = kindFacts({
  type: 'questionnaire',
  title: 'Опросник',
  addresses: usualAddress,
  // The page shows the hand-in, and the report once it is published.
  blockOn: closedToAll,
  needsViewable: false,
  work: 'person',
  words: { ...usualWords, until: 'Ответить до' },
})
