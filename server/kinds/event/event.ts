import { serverKind } from '#server/stages/kind.ts'
import { eventKind } from '#shared/programme/event/contract.ts'
import { eventStanding } from './standing.ts'

export const event = serverKind(eventKind, {
  work: null,
  attempts: null,
  standing: eventStanding,
  // The person's export has bookings from another source, together with events that are not stages.
  ownData: null,
  files: null,
  checklist: ({ settings }) => [
    ...(settings.address === ''
      ? [{ level: 'red' as const, text: 'Укажите адрес: он стоит в билете и в календаре' }]
      : []),
  ],
  checks: async (db, { id }) => {
    const slot = await db
      .selectFrom('offline_event_slots as t')
      .innerJoin('offline_events as e', 'e.id', 't.event_id')
      .select('t.id')
      .where('e.stage_id', '=', id)
      .limit(1)
      .executeTakeFirst()
    return slot ? [] : [{ level: 'yellow', text: 'Составьте расписание: записаться пока не на что' }]
  },
})
