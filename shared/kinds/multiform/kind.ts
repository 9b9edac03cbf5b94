import { closedToAll } from '#shared/stages/block-on.ts'
import { kindFacts, usualWords } from '#shared/stages/kind-facts.ts'

export const multiformFacts = kindFacts({
  type: 'multiform',
  title: 'Набор анкет',
  addresses: [{ tail: '/{-$stage}/{-$form}' }],
  // The page shows the status of each part, even after the whole is decided.
  blockOn: closedToAll,
  needsViewable: true,
  // Work is handed in at the parts, which are stages of their own.
  work: 'none',
  words: usualWords,
})
