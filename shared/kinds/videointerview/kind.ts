import { closedToAll } from '#shared/stages/block-on.ts'
import { kindFacts, usualAddress } from '#shared/stages/kind-facts.ts'

export const videointerviewFacts = kindFacts({
  type: 'videointerview',
  title: 'Видеоинтервью',
  addresses: usualAddress,
  // The page shows the hand-in, and continues to send recordings that were made in time.
  blockOn: closedToAll,
  needsViewable: false,
  work: 'person',
  words: { until: 'Записать до', begin: 'Начать', resume: 'Продолжить' },
})
