import { closedToAll } from '#shared/stages/block-on.ts'
import { kindFacts, usualAddress } from '#shared/stages/kind-facts.ts'

export const mgmtSolutionAssessmentFacts = kindFacts({
  type: 'mgmt_solution_assessment',
  title: 'Оценка решений',
  addresses: usualAddress,
  // The page shows the marks that the person has given and, after publication, the marks of the person's own work.
  blockOn: closedToAll,
  needsViewable: false,
  // Marks are stored with the marked work; there is no hand-in.
  work: 'none',
  words: { until: 'Оценить до', begin: 'Начать оценивать', resume: 'Продолжить' },
})
