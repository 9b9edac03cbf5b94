import { closedToAll } from '#shared/stages/block-on.ts'
import { kindFacts, usualAddress } from '#shared/stages/kind-facts.ts'

export const chooseTracksFacts = kindFacts({
  type: 'choose_tracks',
  title: 'Выбор трека',
  addresses: usualAddress,
  // The page shows the chosen track, or why no track suits.
  blockOn: closedToAll,
  needsViewable: false,
  work: 'person',
  words: { until: 'Выбрать до', begin: 'Выбрать', resume: 'Изменить выбор' },
})
