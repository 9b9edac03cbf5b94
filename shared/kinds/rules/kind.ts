import { closedToAll } from '#shared/stages/block-on.ts'
import { kindFacts, usualAddress, usualWords } from '#shared/stages/kind-facts.ts'

export const rulesFacts = kindFacts({
  type: 'rules',
  title: 'Правила',
  addresses: usualAddress,
  // Everybody may read the text, and a person who rejected the rules can still accept them.
  blockOn: closedToAll,
  needsViewable: false,
  work: 'person',
  words: usualWords,
})
