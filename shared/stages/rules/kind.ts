import { closedToAll } from '#shared/stages/block-on.ts'
import { kindFacts, usualAddress, usualWords } from '#shared/stages/kind-facts.ts'

export const rulesFacts = kindFacts({
  type: 'rules',
  title: 'Правила',
  addresses: usualAddress,
  // The text is there for everybody, and a rejection may be taken back.
  blockOn: closedToAll,
  needsViewable: false,
  work: 'person',
  words: usualWords,
})
