import { Type } from 'typebox'
import { id, maxInteger, nullable, nullableString } from '#shared/api/fields.ts'
import { route } from '#shared/api/route.ts'
import { readableLine } from '#shared/stages/routes.ts'

const count = Type.Integer({ minimum: 0 })
const words = (max: number) => Type.String({ maxLength: max })
const verdict = Type.Enum(['accept', 'return', 'refuse'])

export const checkReason = Type.Object({
  code: Type.String({ minLength: 1, maxLength: 64, pattern: '^[a-z0-9_]+$' }),
  title: Type.String({ minLength: 1, maxLength: 120 }),
  text: Type.String({ minLength: 1, maxLength: 1000, description: 'Что прочитает участник' }),
})

const remarkToAField = Type.Object({
  field: Type.String({ maxLength: 200, description: 'Поле формы; пусто — замечание к работе целиком' }),
  text: Type.String({ minLength: 1, maxLength: 2000 }),
})

/** What a checker types about a hand-in. */
export const checkDraft = Type.Object({
  verdict: nullable(verdict),
  remarks: Type.Array(remarkToAField, { maxItems: 200 }),
  reason_code: words(64),
  reason: words(3000),
  note: words(3000),
})

const line = Type.Object({
  ...readableLine.properties,
  before: Type.Optional(
    nullable(Type.String({ description: 'Что стояло здесь, когда работу проверяли в прошлый раз; null — ничего' })),
  ),
})

const earlierCheck = Type.Object({
  by: Type.String(),
  verdict,
  final: Type.Boolean({ description: 'false — отказ, на который должен посмотреть другой человек' }),
  reason: Type.String(),
  note: Type.String(),
  revision: Type.Integer(),
  decided_at: Type.String(),
})

const workParams = Type.Object({ work_id: id })
const handIn = id

export const assessmentRoutes = {
  'GET /desk': route({
    access: 'assessor',
    summary: 'Очереди проверяющего и эксперта: что ждёт его и с какого времени',
    response: Type.Object({
      queues: Type.Array(
        Type.Object({
          stage_id: id,
          title: Type.String(),
          competition_code: Type.String(),
          competition_title: Type.String(),
          theme: Type.String(),
          layout: Type.String(),
          left: Type.Integer({ minimum: 0, description: 'Сколько работ ждёт решения' }),
          mine: Type.Integer({ minimum: 0, description: 'Сколько из них уже на столе у этого человека' }),
          late: Type.Integer({ minimum: 0, description: 'Сколько ждёт дольше обещанного' }),
          oldest: nullableString,
        }),
      ),
    }),
  }),
  'POST /desk/stages/:stage_id/next': route({
    access: 'assessor',
    summary: 'Взять следующую работу этапа: она остаётся за этим человеком на полчаса',
    params: Type.Object({ stage_id: id }),
    body: Type.Object({
      after: Type.Optional(Type.Integer({ minimum: 1, description: 'Работа, которую откладывают' })),
    }),
    response: Type.Object({ work_id: nullable(id) }),
  }),
  'GET /desk/works/:work_id': route({
    access: 'assessor',
    summary: 'Работа для проверки: ответ словами, что изменилось, прежние решения',
    params: workParams,
    response: Type.Object({
      work_id: id,
      stage_id: id,
      stage_title: Type.String(),
      stage_type: Type.String(),
      competition_code: Type.String(),
      left: count,
      state: Type.Enum(['waits', 'taken', 'decided']),
      taken_by: nullableString,
      waits_since: nullableString,
      target_hours: Type.Integer(),
      return_days: Type.Integer(),
      second_look: Type.Boolean({ description: 'Отказ подтверждает другой человек' }),
      reasons: Type.Array(checkReason),
      hand_in: Type.Object({
        id: handIn,
        revision: Type.Integer(),
        arrived_at: Type.String(),
        by_system: Type.Boolean({ description: 'Черновик сдан системой в момент окончания этапа' }),
      }),
      author: Type.Object({ name: Type.String(), details: Type.Array(Type.String()) }),
      lines: Type.Array(line),
      checks: Type.Array(earlierCheck),
      draft: nullable(
        Type.Object({ data: checkDraft, revision: Type.Integer(), saved_at: Type.String() }),
        'Этот человек ещё ничего не написал об этой версии',
      ),
    }),
  }),
  'GET /desk/works/:work_id/files/:file_id': route({
    access: 'assessor',
    summary: 'Файл, приложенный к работе',
    params: Type.Object({ work_id: id, file_id: Type.String({ pattern: '^[0-9a-f]{32}$' }) }),
    response: null,
    download: true,
  }),
  'PUT /desk/works/:work_id/draft': route({
    access: 'assessor',
    summary: 'Сохранить начатую проверку и оставить работу за собой ещё на полчаса',
    params: workParams,
    bodyLimit: 512 * 1024,
    body: Type.Object({
      hand_in: handIn,
      data: checkDraft,
      revision: Type.Optional(Type.Integer({ minimum: 0, maximum: maxInteger })),
    }),
    response: Type.Object({ revision: Type.Integer(), saved_at: Type.String() }),
  }),
  'POST /desk/works/:work_id/check': route({
    access: 'assessor',
    summary: 'Решить: принять, вернуть с замечаниями или отказать',
    params: workParams,
    bodyLimit: 512 * 1024,
    body: Type.Object({
      hand_in: handIn,
      verdict,
      remarks: Type.Optional(checkDraft.properties.remarks),
      reason_code: Type.Optional(words(64)),
      reason: Type.Optional(words(3000)),
      note: Type.Optional(words(3000)),
    }),
    response: Type.Object({
      outcome: Type.Enum(['accepted', 'returned', 'refused', 'second_look']),
      left: count,
    }),
  }),
  'DELETE /desk/works/:work_id/hold': route({
    access: 'assessor',
    summary: 'Отпустить работу: её сможет взять другой',
    params: workParams,
    response: null,
  }),
}
