import { closedToAll } from '#shared/stages/block-on.ts'
import { kindFacts, usualAddress } from '#shared/stages/kind-facts.ts'

export const playoffFacts = kindFacts({
  type: 'playoff',
  title: 'Плей-офф',
  addresses: usualAddress,
  // The bracket stays readable for people who have lost.
  blockOn: closedToAll,
  needsViewable: false,
  processedByPeople: true,
  // People meet and hand nothing in; judges' marks are stored with the match.
  work: 'none',
  words: { until: 'Матчи до', begin: 'Открыть сетку', resume: 'К матчу' },
})
