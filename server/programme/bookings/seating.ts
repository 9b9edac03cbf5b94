import { wordType } from '#server/platform/documents/word-type.ts'
import { audited } from '#server/review/judging/edit-judging.ts'
import type { Place } from '#server/review/judging/store.ts'
import type { Services } from '#server/services.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { formalName } from '#shared/platform/names/full-name.ts'
import { momentAtVenue } from '#shared/programme/bookings/venue-time.ts'
import { eventOfStage, eventStage } from './event-stage.ts'

/** A document has no more people than this. */
const maxPeople = 10_000

/** The people of each slot as a Word document, to tick off by hand. */
export async function printSeating(services: Services, actorId: number, place: Place) {
  const { db } = services
  const { stage, settings } = await eventStage(services, place)
  const event = await eventOfStage(db, stage.id)
  if (!event) throw new Refusal('event_not_ready')
  const slots = await db
    .selectFrom('offline_event_slots')
    .select(['id', 'start_time', 'capacity'])
    .where('event_id', '=', event.id)
    .orderBy('start_time')
    .orderBy('id')
    .execute()
  const people = await db
    .selectFrom('slot_bookings as b')
    .innerJoin('accounts as a', 'a.id', 'b.account_id')
    .select(['b.slot_id', 'b.state', 'a.test_id', 'a.first_name', 'a.last_name', 'a.middle_name'])
    .where('b.event_id', '=', event.id)
    .where('b.state', 'in', ['confirmed', 'attended', 'no_show'])
    .orderBy('a.last_name')
    .orderBy('a.first_name')
    .orderBy('a.id')
    .limit(maxPeople)
    .execute()
  await db
    .transaction()
    .execute((tx) =>
      audited(tx, actorId, place, 'event_seating_printed', [{ field: 'people', title: `Людей: ${people.length}` }]),
    )
  const seated = slots.map(({ id, start_time, capacity }) => {
    const here = people.filter(({ slot_id }) => slot_id === id)
    return {
      title: `${momentAtVenue(start_time, settings.zone)}: ${here.length} из ${capacity}`,
      people: here.map(({ test_id, state, ...name }) => ({
        name: formalName(name),
        number: test_id,
        mark: marks[state] ?? '',
      })),
    }
  })
  // The library for documents is large and rarely used.
  const { seatingDocument } = await import('./seating-document.ts')
  const bytes = await seatingDocument({ title: stage.title, address: settings.address, slots: seated })
  return { name: `seating-${stage.code}.docx`, type: wordType, bytes }
}

const marks: Record<string, string> = { attended: 'Явка', no_show: 'Неявка' }
