import { Type } from 'typebox'
import { id, nullable } from '#shared/platform/api/fields.ts'
import { route } from '#shared/platform/api/route.ts'
import { maxCapacity, maxEventReason, maxSlotsAtOnce } from './limits.ts'

const stagePlace = {
  competition: Type.String({ minLength: 1, maxLength: 64 }),
  code: Type.String({ minLength: 1, maxLength: 64 }),
}
const stageParams = Type.Object(stagePlace)
const slotParams = Type.Object({ ...stagePlace, slot_id: id })
const count = Type.Integer({ minimum: 0 })
const capacity = Type.Integer({ minimum: 1, maximum: maxCapacity })
const codes = (what: string) =>
  Type.Array(Type.String({ minLength: 1, maxLength: 64 }), { maxItems: 100, description: `${what}; пусто — для всех` })
const audience = { regions: codes('Регионы, kladr_code'), tracks: codes('Треки') }
const day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' })
const time = Type.String({ pattern: '^\\d{2}:\\d{2}$' })

const panel = {
  stage_id: id,
  event_id: nullable(id, 'Расписания ещё нет'),
  cancelled: nullable(Type.String(), 'Не отменено'),
  minutes: count,
  slots: Type.Array(
    Type.Object({
      slot_id: id,
      start_time: Type.String(),
      capacity: count,
      taken: count,
      waiting: count,
      attended: count,
      no_show: count,
      walk_ins: count,
      blocked: Type.Boolean(),
      ...audience,
    }),
  ),
  tracks: Type.Array(Type.Object({ code: Type.String(), title: Type.String() })),
  regions: Type.Array(Type.Object({ id: Type.String(), value: Type.String() })),
  hosts: Type.Array(Type.Object({ test_id: Type.Integer(), name: Type.String(), email: Type.String() })),
}
const wholePanel = Type.Object(panel)

const acted = Type.Object({
  ...panel,
  moves: Type.Array(
    Type.Object({
      test_id: Type.Integer(),
      name: Type.String(),
      to: nullable(Type.String(), 'В начало листа ожидания'),
    }),
    { description: 'Кто и куда переходит' },
  ),
})

export const eventPanelRoutes = {
  'GET /admin/competitions/:competition/stages/:code/event': route({
    access: 'assessment',
    competition: 'params',
    summary: 'Расписание мероприятия, запись и ведущие на входе',
    refuses: ['stage_not_found'],
    params: stageParams,
    response: wholePanel,
  }),
  'POST /admin/competitions/:competition/stages/:code/event/slots': route({
    access: 'assessment',
    competition: 'params',
    summary: `Составить расписание: одинаковые встречи в каждый из дней, до ${maxSlotsAtOnce} за раз`,
    refuses: ['stage_not_found', 'slots_unfit', 'slots_cross', 'slot_past', 'event_cancelled'],
    params: stageParams,
    body: Type.Object({
      ...{ first_day: day, last_day: day, from: time, to: time },
      pause: Type.Integer({ minimum: 0, maximum: 600 }),
      capacity,
      ...audience,
    }),
    response: wholePanel,
  }),
  'POST /admin/competitions/:competition/stages/:code/event/slots/:slot_id': route({
    access: 'assessment',
    competition: 'params',
    summary: 'Изменить встречу: места, кому она открыта, время; объединить с другой или убрать',
    refuses: [
      'stage_not_found',
      'slot_not_found',
      'slot_past',
      'slot_in_use',
      'slot_overflows',
      'slot_same',
      'slots_cross',
      'event_cancelled',
    ],
    params: slotParams,
    body: Type.Object({
      act: Type.Enum(['capacity', 'block', 'unblock', 'audience', 'retime', 'merge', 'remove']),
      capacity: Type.Optional(capacity),
      regions: Type.Optional(audience.regions),
      tracks: Type.Optional(audience.tracks),
      starts_at: Type.Optional(Type.String({ maxLength: 19, description: 'yyyy-MM-dd HH:mm:ss, по Москве' })),
      to: Type.Optional(id),
      reason: Type.Optional(Type.String({ maxLength: maxEventReason })),
      preview: Type.Optional(Type.Boolean({ description: 'Только показать, кто и куда перейдёт' })),
      move_people: Type.Optional(Type.Boolean({ description: 'Перенести тех, кому не хватит места' })),
    }),
    response: acted,
  }),
  'POST /admin/competitions/:competition/stages/:code/event/cancel': route({
    access: 'assessment',
    competition: 'params',
    summary: 'Отменить мероприятие: всем уйдут письма с отменой в календаре',
    refuses: ['stage_not_found', 'event_not_ready', 'event_cancelled'],
    params: stageParams,
    body: Type.Object({ reason: Type.String({ minLength: 1, maxLength: maxEventReason }) }),
    response: wholePanel,
  }),
  'GET /admin/competitions/:competition/stages/:code/event/seating': route({
    access: 'assessment',
    competition: 'params',
    summary: 'Список записанных по времени документом Word; если людей много, архивом документов',
    refuses: ['stage_not_found', 'event_not_ready'],
    params: stageParams,
    download: true,
    response: null,
  }),
  'POST /admin/competitions/:competition/stages/:code/event/hosts': route({
    access: 'assessment',
    competition: 'params',
    summary: 'Назначить ведущего на входе по почте его учётной записи',
    refuses: ['stage_not_found', 'user_not_found', 'erasure_asked'],
    params: stageParams,
    body: Type.Object({ email: Type.String({ minLength: 3, maxLength: 254 }) }),
    response: wholePanel,
  }),
  'DELETE /admin/competitions/:competition/stages/:code/event/hosts/:test_id': route({
    access: 'assessment',
    competition: 'params',
    summary: 'Снять ведущего на входе',
    refuses: ['stage_not_found', 'user_not_found'],
    params: Type.Object({ ...stagePlace, test_id: id }),
    response: wholePanel,
  }),
}
