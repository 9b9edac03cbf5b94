import { closedToAll } from '#shared/stages/block-on.ts'
import { kindFacts, usualWords } from '#shared/stages/kind-facts.ts'

export const multiformFacts = kindFacts({
  type: 'multiform',
  title: 'Набор анкет',
  addresses: [{ tail: '/{-$stage}/{-$form}' }],
  // The page shows how each part stands, whatever became of the whole.
  blockOn: closedToAll,
  needsViewable: true,
  // What is handed in is handed in at the parts, which are stages of their own.
  work: 'none',
  words: usualWords,
})
