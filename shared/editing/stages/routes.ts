import { Type } from 'typebox'
import { answerData, formSchema } from '#shared/forms/fields/wire.ts'
import { asOf, maxInteger, nullableString } from '#shared/platform/api/fields.ts'
import { pageQuery } from '#shared/platform/api/page.ts'
import { refusedBy } from '#shared/platform/api/refused-by.ts'
import { route } from '#shared/platform/api/route.ts'

const text = Type.String()
const revision = Type.Integer({ minimum: 0, maximum: maxInteger })

export const options = Type.Array(Type.Object({ id: text, value: text }))

export const checklistItem = Type.Object({
  level: Type.Enum(['red', 'yellow']),
  text: Type.String({ description: 'Красное не даёт опубликовать этап' }),
})

const change = Type.Object({
  field: text,
  title: text,
  before: Type.Optional(text),
  after: Type.Optional(text),
})

const editedStage = Type.Object({
  code: text,
  title: Type.String({ description: 'Как этап называется у участников сейчас' }),
  kind_title: text,
  view: Type.String({ description: 'Каким из видов показан этап: regional у команд, которые делает организатор' }),
  published: Type.Boolean({ description: 'Участники видят этап сейчас' }),
  revision: Type.Integer({ description: 'Её называют, сохраняя и публикуя: чужая правка не затирается' }),
  saved_at: nullableString,
  saved_by: nullableString,
  form: formSchema,
  answer: answerData,
  gate: Type.Unknown({ description: 'Условие допуска; null — без условия' }),
  gate_words: Type.Array(text, { description: 'Условия допуска словами, по одному на каждую часть' }),
  own: Type.Record(Type.String(), Type.Unknown(), { description: 'Настройки, у которых свой редактор' }),
  elsewhere: Type.Array(text, { description: 'Настройки, которые эта форма не показывает' }),
  changes: Type.Array(change, { description: 'Что сохранено и ещё не опубликовано' }),
  checklist: Type.Array(checklistItem),
  work: Type.Object(
    { checked: Type.Boolean(), judged: Type.Boolean(), compared: Type.Boolean() },
    { description: 'Проверяют ли работы этапа, оценивают ли их эксперты, сравнивают ли их между собой' },
  ),
})

const stageParams = Type.Object({
  competition: Type.String({ minLength: 1, maxLength: 64 }),
  code: Type.String({ minLength: 1, maxLength: 64 }),
})
const competitionParams = Type.Object({ competition: stageParams.properties.competition })

export const stageEditingRoutes = {
  'GET /admin/competitions/:competition/stages/:code': route({
    access: 'competitions',
    competition: 'params',
    summary: 'Этап для правки: форма его настроек и то, что в ней заполнено',
    refuses: refusedBy.ownersStage,
    params: stageParams,
    response: editedStage,
  }),
  'PUT /admin/competitions/:competition/stages/:code': route({
    access: 'competitions',
    competition: 'params',
    summary: 'Сохранить правки этапа; участники увидят их после публикации',
    refuses: [...refusedBy.ownersStage, 'stage_edit_conflict', 'form_invalid'],
    params: stageParams,
    bodyLimit: 256 * 1024,
    body: Type.Object({
      revision,
      answer: answerData,
      gate: Type.Unknown(),
      own: Type.Optional(Type.Record(Type.String({ maxLength: 64 }), Type.Unknown())),
    }),
    response: editedStage,
  }),
  'POST /admin/competitions/:competition/stages/:code/publish': route({
    access: 'competitions',
    competition: 'params',
    summary: 'Опубликовать сохранённые правки этапа',
    refuses: [...refusedBy.ownersStage, 'stage_edit_conflict', 'stage_not_ready', 'stage_in_use'],
    params: stageParams,
    body: Type.Object({ revision }),
    response: editedStage,
  }),
  'DELETE /admin/competitions/:competition/stages/:code/edits': route({
    access: 'competitions',
    competition: 'params',
    summary: 'Отменить сохранённые правки этапа',
    refuses: [...refusedBy.ownersStage, 'stage_edit_conflict'],
    params: stageParams,
    query: Type.Object({ revision }),
    response: editedStage,
  }),
  'GET /admin/competitions/:competition/audit': route({
    access: 'competitions',
    competition: 'params',
    summary: 'Кто, что и когда менял в конкурсе, последнее первым',
    params: competitionParams,
    query: Type.Object({
      ...pageQuery({ size: 20 }),
      looks: Type.Boolean({ default: false, description: 'Показать и просмотры, не только действия' }),
    }),
    response: Type.Object({
      as_of: asOf,
      acts: Type.Array(
        Type.Object({
          id: text,
          at: text,
          by: Type.String({ description: 'Кто это сделал; пусто, когда учётной записи больше нет' }),
          action: text,
          stage: nullableString,
          about: Type.String({ description: 'О ком или о чём, например «участник ID 12»' }),
          summary: Type.Union([Type.String({ description: 'Что делает вызов' }), Type.Null()]),
          changes: Type.Array(change),
        }),
      ),
      count: Type.Integer(),
    }),
  }),
  'GET /admin/competitions/:competition/audit/csv': route({
    access: 'competitions',
    competition: 'params',
    summary: 'Журнал конкурса таблицей: последние 10 000 записей',
    params: competitionParams,
    response: null,
    download: true,
  }),
}
