import { closedToAll } from '#shared/stages/block-on.ts'
import { kindFacts, usualAddress, usualWords } from '#shared/stages/kind-facts.ts'

export const mgmtProposalFacts = kindFacts({
  type: 'mgmt_proposal',
  title: 'Управленческое предложение',
  addresses: usualAddress,
  // The page shows the hand-in, the allowed uses, and the decision.
  blockOn: closedToAll,
  needsViewable: false,
  // The status `processing` is the formal check.
  processedByPeople: true,
  work: 'person',
  words: usualWords,
})
