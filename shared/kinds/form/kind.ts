import { closedToAll } from '#shared/stages/block-on.ts'
import { kindFacts, usualAddress, usualWords } from '#shared/stages/kind-facts.ts'

export const formFacts = kindFacts({
  type: 'form',
  title: 'Анкета',
  addresses: usualAddress,
  // The page shows the hand-in, the reason of a rejection, or a draft that was not handed in.
  blockOn: closedToAll,
  needsViewable: true,
  work: 'person',
  words: usualWords,
})
