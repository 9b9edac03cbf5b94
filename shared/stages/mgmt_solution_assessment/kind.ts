import { closedToAll } from '#shared/stages/block-on.ts'
import { kindFacts, usualAddress } from '#shared/stages/kind-facts.ts'

export const mgmtSolutionAssessmentFacts = kindFacts({
  type: 'mgmt_solution_assessment',
  title: 'Оценка решений',
  addresses: usualAddress,
  // The page shows one's own marks and, after publication, those that one's own work got.
  blockOn: closedToAll,
  needsViewable: false,
  // Marks are kept by the work that they are of; nothing is handed in as a whole.
  work: 'none',
  words: { until: 'Оценить до', begin: 'Начать оценивать', resume: 'Продолжить' },
})
