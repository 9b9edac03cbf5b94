import { closedToAll } from '#shared/stages/block-on.ts'
import { kindFacts, usualAddress } from '#shared/stages/kind-facts.ts'

export const playoffFacts = kindFacts({
  type: 'playoff',
  title: 'Плей-офф',
  addresses: usualAddress,
  // The bracket stays readable for those who are out.
  blockOn: closedToAll,
  needsViewable: false,
  processedByPeople: true,
  // People meet; what judges mark is kept by the match.
  work: 'none',
  words: { until: 'Матчи до', begin: 'Открыть сетку', resume: 'К матчу' },
})
