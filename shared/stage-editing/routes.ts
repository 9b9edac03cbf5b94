import { Type } from 'typebox'
import { maxInteger, nullable, nullableString } from '#shared/api/fields.ts'
import { pageQuery } from '#shared/api/page.ts'
import { refusedBy } from '#shared/api/refused-by.ts'
import { route } from '#shared/api/route.ts'
import { answerData, formSchema } from '#shared/forms/wire.ts'
import { copyReport } from '#shared/season-editing/routes.ts'

const text = Type.String()
const revision = Type.Integer({ minimum: 0, maximum: maxInteger })

const options = Type.Array(Type.Object({ id: text, value: text }))

const checklistItem = Type.Object({
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
  'GET /admin/competitions/:competition/stages': route({
    access: 'competitions',
    competition: 'params',
    summary: 'Этапы конкурса глазами организатора: сроки, видимость и что мешает открыть',
    refuses: ['competition_not_found'],
    params: competitionParams,
    response: Type.Object({
      title: text,
      published: Type.Boolean({ description: 'Конкурс открыт для всех' }),
      copied: nullable(copyReport, 'Конкурс не скопирован с другого или уже открыт'),
      checklist: Type.Array(Type.Object({ ...checklistItem.properties, stage: nullableString }), {
        description: 'Что не так с конкурсом в целом; красное не даёт его открыть',
      }),
      kinds: Type.Array(Type.Object({ type: text, title: text }), { description: 'Какие этапы можно добавить' }),
      choices: Type.Object(
        { tracks: options, regions: options, consents: options },
        { description: 'О чём, кроме этапов, могут спрашивать условия допуска' },
      ),
      stages: Type.Array(
        Type.Object({
          code: text,
          parent: nullableString,
          type: text,
          kind_title: text,
          whole: Type.Boolean({ description: 'Работа на этапе идёт по частям под ним' }),
          scored: Type.Boolean({ description: 'У участников могут быть баллы за этап' }),
          title: text,
          opens_at: nullableString,
          closes_at: nullableString,
          published: Type.Boolean(),
          edited: Type.Boolean({ description: 'Есть правки, которые не опубликованы' }),
          checklist: Type.Array(checklistItem),
        }),
      ),
    }),
  }),
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
