import { closedToAll } from '#shared/stages/block-on.ts'
import { kindFacts, usualAddress } from '#shared/stages/kind-facts.ts'

export const teamsEvaluationFacts = kindFacts({
  type: 'teams_evaluation',
  title: 'Оценка команды',
  addresses: usualAddress,
  // The page shows the person's own report, also to a person who has marked nobody.
  blockOn: closedToAll,
  needsViewable: false,
  // Marks must not lead to their rater, so there is no draft and no hand-in under the person's name.
  work: 'none',
  words: { until: 'Оценить до', begin: 'Оценить команду', resume: 'Продолжить' },
})
