import { Type } from 'typebox'
import { id, nullable, nullableString } from '#shared/platform/api/fields.ts'
import { route } from '#shared/platform/api/route.ts'
import { doorMarks } from './door-mark.ts'
import { maxMarksAtOnce } from './limits.ts'

const stageParams = Type.Object({ stage_id: id })
const count = Type.Integer({ minimum: 0 })
const moment = '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d{1,3})?Z$'
const uuid = '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'

export const doorRoutes = {
  'GET /desk/doors': route({
    access: 'assessor',
    summary: 'Мероприятия, на входе которых человек отмечает пришедших',
    response: Type.Object({
      doors: Type.Array(
        Type.Object({
          stage_id: id,
          title: Type.String(),
          competition_title: Type.String(),
          address: Type.String(),
          first_slot: nullableString,
          last_slot: nullableString,
          booked: count,
          attended: count,
        }),
      ),
    }),
  }),
  'GET /desk/doors/:stage_id': route({
    access: 'assessor',
    summary: 'Кого ждут на входе: страница хранит список и работает без сети',
    refuses: ['event_not_found'],
    params: stageParams,
    response: Type.Object({
      stage_id: id,
      title: Type.String(),
      address: Type.String(),
      minutes: count,
      walk_ins: Type.Boolean({ description: 'Можно отметить участника без записи' }),
      cancelled: nullable(Type.String(), 'Не отменено'),
      slots: Type.Array(Type.Object({ slot_id: id, start_time: Type.String(), capacity: count })),
      people: Type.Array(
        Type.Object({
          test_id: Type.Integer(),
          name: Type.String(),
          slot_id: id,
          state: Type.Enum(['confirmed', 'attended', 'no_show']),
          walk_in: Type.Boolean(),
          marked_at: nullable(Type.String(), 'Не отмечен'),
          ticket_hash: Type.String({ description: 'SHA-256 билета: билет узнают и без сети, подделать его нельзя' }),
        }),
      ),
    }),
  }),
  'POST /desk/doors/:stage_id/marks': route({
    access: 'assessor',
    summary: 'Отметки со входа, по порядку; повторная отправка ничего не меняет',
    refuses: ['event_not_found', 'event_cancelled'],
    params: stageParams,
    body: Type.Object({
      marks: Type.Array(
        Type.Object({
          id: Type.String({ pattern: uuid }),
          slot_id: id,
          mark: Type.Enum([...doorMarks]),
          at: Type.String({ pattern: moment, description: 'По часам устройства, время UTC' }),
          test_id: Type.Optional(id),
          ticket: Type.Optional(Type.String({ pattern: uuid })),
        }),
        { minItems: 1, maxItems: maxMarksAtOnce },
      ),
    }),
    response: Type.Object({
      outcomes: Type.Array(
        Type.Object({
          id: Type.String(),
          outcome: Type.Enum(['marked', 'already', 'unknown', 'no_walk_ins']),
          name: nullable(Type.String(), 'Человека не нашли'),
        }),
      ),
    }),
  }),
}
