import { closedToAll } from '#shared/stages/block-on.ts'
import { kindFacts, usualAddress, usualWords } from '#shared/stages/kind-facts.ts'

export const mgmtProposalFacts = kindFacts({
  type: 'mgmt_proposal',
  title: 'Управленческое предложение',
  addresses: usualAddress,
  // The page shows the hand-in, what may be done with it, and the decision.
  blockOn: closedToAll,
  needsViewable: false,
  // The formal check.
  processedByPeople: true,
  work: 'person',
  words: usualWords,
})
