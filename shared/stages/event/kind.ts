import { closedToAll } from '#shared/stages/block-on.ts'
import { kindFacts, usualAddress } from '#shared/stages/kind-facts.ts'

export const eventFacts = kindFacts({
  type: 'event',
  title: 'Мероприятие',
  addresses: usualAddress,
  // The ticket stays readable after booking has closed.
  blockOn: closedToAll,
  needsViewable: false,
  processedByPeople: false,
  // People come; the booking is kept apart from works.
  work: 'none',
  words: { until: 'Запись до', begin: 'Выбрать время', resume: 'К записи' },
})
