import { closedToAll } from '#shared/stages/block-on.ts'
import { kindFacts, usualAddress } from '#shared/stages/kind-facts.ts'

export const videointerviewFacts = kindFacts({
  type: 'videointerview',
  title: 'Видеоинтервью',
  addresses: usualAddress,
  // The page shows what was handed in, and goes on sending what was recorded in time.
  blockOn: closedToAll,
  needsViewable: false,
  work: 'person',
  words: { until: 'Записать до', begin: 'Начать', resume: 'Продолжить' },
})
