import { closedToAll } from '#shared/stages/block-on.ts'
import { kindFacts, usualAddress, usualWords } from '#shared/stages/kind-facts.ts'

export const essayFacts = kindFacts({
  type: 'essay',
  title: 'Эссе',
  addresses: usualAddress,
  // The page shows the hand-in, the decision, or a draft that was not handed in.
  blockOn: closedToAll,
  needsViewable: false,
  work: 'person',
  words: usualWords,
})
