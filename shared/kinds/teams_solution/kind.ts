import { closedToAll } from '#shared/stages/block-on.ts'
import { kindFacts, usualAddress, usualWords } from '#shared/stages/kind-facts.ts'

export const teamsSolutionFacts = kindFacts({
  type: 'teams_solution',
  title: 'Решение команды',
  addresses: usualAddress,
  // The page shows the work of the team, its versions and the decision.
  blockOn: closedToAll,
  needsViewable: false,
  work: 'team',
  words: usualWords,
})
