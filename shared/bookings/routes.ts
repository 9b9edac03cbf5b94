import { Type } from 'typebox'
import { idParams, nullable, nullableString } from '#shared/api/fields.ts'
import { pageQuery } from '#shared/api/page.ts'
import { route } from '#shared/api/route.ts'

const offlineEvent = {
  id: Type.Integer(),
  competition_code: Type.String(),
  title: Type.String(),
  address: Type.String(),
  description: Type.String(),
  opens_at: nullableString,
  closes_at: nullableString,
  /** Minutes that a slot lasts. */
  minutes: Type.Integer(),
  booking: Type.Union([
    Type.Literal('not_yet'),
    Type.Literal('open'),
    Type.Literal('closed'),
    Type.Literal('not_allowed'),
  ]),
  /** The person's own slot, even when it is on another page of the list. */
  own_slot: nullable(Type.Object({ id: Type.Integer(), start_time: Type.String(), begun: Type.Boolean() })),
}

export const bookingRoutes = {
  'GET /offline_events': route({
    access: 'participant',
    summary: 'Очные мероприятия конкурса, открытые человеку: предстоящие и те, на которые он записан',
    query: Type.Object({
      competition_code: Type.String({ minLength: 1, maxLength: 64 }),
      ...pageQuery({ size: 10 }),
    }),
    response: Type.Object({
      offline_events: Type.Array(
        Type.Object({
          ...offlineEvent,
          first_slot: nullableString,
          last_slot: nullableString,
          places_left: Type.Integer(),
        }),
      ),
      count: Type.Integer(),
    }),
  }),
  'GET /offline_event_slots/:id': route({
    access: 'participant',
    summary: 'Мероприятие и время, на которое можно записаться, по порядку',
    refuses: ['event_not_found'],
    params: idParams,
    query: Type.Object(pageQuery({ size: 100, max: 200 })),
    response: Type.Object({
      offline_event: Type.Object(offlineEvent),
      slots: Type.Array(
        Type.Object({
          id: Type.Integer(),
          start_time: Type.String(),
          /** May be booked by this person now. */
          available: Type.Boolean(),
          selected: Type.Boolean(),
          places_left: Type.Integer(),
          begun: Type.Boolean(),
        }),
      ),
      count: Type.Integer(),
    }),
  }),
  'POST /offline_event_slot/:id': route({
    access: 'participant',
    summary: 'Записаться на это время; запись на другое время того же мероприятия переносится сюда',
    refuses: ['slot_not_found', 'slot_past', 'slot_full', 'booking_not_open', 'booking_closed', 'booking_not_allowed'],
    limit: 'booking',
    params: idParams,
    response: Type.Object({ id: Type.Integer(), start_time: Type.String() }),
  }),
  'DELETE /offline_event_slot/:id': route({
    access: 'participant',
    summary: 'Отменить свою запись на это время',
    refuses: ['slot_not_found', 'slot_past'],
    limit: 'booking',
    params: idParams,
    response: null,
  }),
}
