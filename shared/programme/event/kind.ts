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
  // People attend and hand nothing in; bookings have their own table.
  work: 'none',
  words: { until: 'Запись до', begin: 'Выбрать время', resume: 'К записи' },
})
