import { Type } from 'typebox'
import { id, idParams, nullable, nullableString } from '#shared/platform/api/fields.ts'
import { pageQuery } from '#shared/platform/api/page.ts'
import { route } from '#shared/platform/api/route.ts'

const offlineEvent = {
  id: Type.Integer(),
  competition_code: Type.String(),
  title: Type.String(),
  address: Type.String(),
  description: Type.String(),
  opens_at: nullableString,
  closes_at: nullableString,
  /** The length of a slot in minutes. */
  minutes: Type.Integer(),
  booking: Type.Union([
    Type.Literal('not_yet'),
    Type.Literal('open'),
    Type.Literal('closed'),
    Type.Literal('not_allowed'),
  ]),
  /** Why nothing can be booked, as a sentence, when the dates do not explain it. */
  why: Type.String(),
  /** Why the event is cancelled. */
  cancelled: nullable(Type.String(), 'Не отменено'),
  stage_id: nullable(id, 'Мероприятие не связано с этапом'),
  /** The person's own slot, even when it is on another page of the list. */
  own_slot: nullable(Type.Object({ id: Type.Integer(), start_time: Type.String(), begun: Type.Boolean() })),
}

const booksOnce = ['slot_not_found', 'slot_past', 'slot_full', 'slot_blocked', 'change_closed'] as const
const whenOpen = [
  'booking_not_open',
  'booking_closed',
  'booking_not_allowed',
  'booking_shut',
  'event_cancelled',
] as const

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
      offline_event: Type.Object({
        ...offlineEvent,
        venue: Type.Object({
          map_link: Type.String(),
          how_to_enter: Type.String(),
          bring: Type.String(),
          late: Type.String(),
          zone: Type.String({ description: 'Часовой пояс площадки' }),
        }),
        waiting: Type.Boolean({ description: 'На занятое время можно встать в лист ожидания' }),
        change_hours: Type.Integer({ description: 'За сколько часов до начала запись ещё меняется' }),
        attendance: Type.Boolean({ description: 'Этап засчитают, когда человека отметят на входе' }),
        own: nullable(
          Type.Object({
            id,
            state: Type.Enum(['held', 'confirmed', 'waiting', 'offered', 'attended', 'no_show']),
            start_time: Type.String(),
            begun: Type.Boolean(),
            until: nullable(Type.String(), 'Срока нет'),
            place: nullable(Type.Integer(), 'Не в листе ожидания'),
            ticket: nullable(Type.String(), 'Билета нет'),
            change_until: nullable(Type.String(), 'Записи нет'),
            may_change: Type.Boolean(),
          }),
          'Ни места, ни очереди',
        ),
      }),
      slots: Type.Array(
        Type.Object({
          id: Type.Integer(),
          start_time: Type.String(),
          /** This person can book it now. */
          available: Type.Boolean(),
          selected: Type.Boolean(),
          places_left: Type.Integer(),
          begun: Type.Boolean(),
          blocked: Type.Boolean({ description: 'Запись на это время закрыта' }),
          queue: Type.Integer({ description: 'Сколько человек ждут места' }),
          may_wait: Type.Boolean({ description: 'Человек может встать в лист ожидания' }),
        }),
      ),
      count: Type.Integer(),
    }),
  }),
  'GET /offline_events/:id/calendar': route({
    access: 'participant',
    summary: 'Своя запись для программы-календаря, iCalendar',
    refuses: ['event_not_found', 'slot_not_found'],
    params: idParams,
    response: null,
    download: true,
  }),
  'POST /offline_event_slot/:id': route({
    access: 'participant',
    summary: 'Записаться на это время; запись на другое время того же мероприятия переносится сюда',
    refuses: [...booksOnce, ...whenOpen],
    limit: 'booking',
    params: idParams,
    response: Type.Object({ id: Type.Integer(), start_time: Type.String() }),
  }),
  'GET /user/stages/:stage_id/event': route({
    access: 'participant',
    summary: 'Какое мероприятие — этот этап',
    refuses: ['stage_not_found'],
    params: Type.Object({ stage_id: id }),
    response: Type.Object({ event_id: nullable(id, 'Расписания ещё нет') }),
  }),
  'POST /offline_event_slot/:id/hold': route({
    access: 'participant',
    summary: 'Подержать место пять минут, пока человек подтверждает запись',
    refuses: [...booksOnce, ...whenOpen],
    limit: 'booking',
    params: idParams,
    response: Type.Object({ until: nullable(Type.String(), 'Держать нечего: у человека есть место или очередь') }),
  }),
  'POST /offline_event_slot/:id/wait': route({
    access: 'participant',
    summary: 'Встать в лист ожидания на занятое время',
    refuses: ['slot_not_found', 'slot_past', 'slot_free', 'already_booked', 'no_waiting_list', ...whenOpen],
    limit: 'booking',
    params: idParams,
    response: null,
  }),
  'DELETE /offline_event_slot/:id': route({
    access: 'participant',
    summary: 'Отменить свою запись на это время',
    refuses: ['slot_not_found', 'slot_past', 'change_closed'],
    limit: 'booking',
    params: idParams,
    response: null,
  }),
}
