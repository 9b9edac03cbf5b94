import { closedToAll } from '#shared/stages/block-on.ts'
import { kindFacts, usualAddress } from '#shared/stages/kind-facts.ts'

export const testFacts = kindFacts({
  type: 'test',
  title: 'Тест',
  addresses: usualAddress,
  // The page shows the receipt and, after publication, the result.
  blockOn: closedToAll,
  needsViewable: false,
  work: 'person',
  words: { until: 'Пройти до', begin: 'К тесту', resume: 'Вернуться к тесту' },
})
