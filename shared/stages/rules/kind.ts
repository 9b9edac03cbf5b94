import { closedToAll } from '#shared/stages/block-on.ts'
import { kindFacts, usualAddress, usualWords } from '#shared/stages/kind-facts.ts'

export const rulesFacts = kindFacts({
  type: 'rules',
  title: 'Правила',
  addresses: usualAddress,
  // Everybody may read the text, and a rejection can be changed.
  blockOn: closedToAll,
  needsViewable: false,
  work: 'person',
  words: usualWords,
})
