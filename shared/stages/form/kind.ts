import { closedToAll } from '#shared/stages/block-on.ts'
import { kindFacts, usualAddress, usualWords } from '#shared/stages/kind-facts.ts'

export const formFacts = kindFacts({
  type: 'form',
  title: 'Анкета',
  addresses: usualAddress,
  // What was handed in, why it was refused, and a draft that was not handed in.
  blockOn: closedToAll,
  needsViewable: true,
  work: 'person',
  words: usualWords,
})
