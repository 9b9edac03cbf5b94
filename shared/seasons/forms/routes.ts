import { Type } from 'typebox'
import { asOf, maxInteger, nullable, nullableString } from '#shared/platform/api/fields.ts'
import { refusedBy } from '#shared/platform/api/refused-by.ts'
import { route } from '#shared/platform/api/route.ts'
import { dictionaryMaxBytes } from './limits.ts'
import { builtForm } from './wire.ts'

const text = Type.String()
const count = Type.Integer()
const revision = Type.Integer({ minimum: 0, maximum: maxInteger })
const form = Type.Object({ version: Type.Integer(), sections: Type.Array(Type.Any()) })
const options = Type.Array(Type.Object({ id: text, value: text }))
const answers = Type.Object({ drafts: count, handed_in: count })

const competition = Type.String({ minLength: 1, maxLength: 64 })
const params = Type.Object({ competition, code: Type.String({ minLength: 1, maxLength: 64 }) })
const dict = Type.String({ pattern: '^[a-z][a-z0-9_]{0,63}$', description: 'Код справочника: латиницей' })

const edited = Type.Object({
  as_of: asOf,
  revision: Type.Integer({ description: 'Её называют, сохраняя и публикуя: чужая правка не затирается' }),
  saved_at: nullableString,
  saved_by: nullableString,
  form,
  published: nullable(form, 'Анкету ещё не публиковали'),
  published_at: nullableString,
  dictionaries: Type.Record(Type.String(), options, {
    description: 'Небольшие справочники целиком; из больших — то, что названо в условиях',
  }),
  changes: Type.Array(
    Type.Object({
      field: text,
      label: text,
      words: text,
      hurts: nullable(Type.Enum(['answered', 'unanswered']), 'Ничьих ответов не касается'),
    }),
    { description: 'Чем черновик отличается от опубликованной анкеты' },
  ),
  answers: Type.Object(answers.properties, { description: 'Сколько всего черновиков и сданных анкет' }),
  hurt: Type.Object(answers.properties, { description: 'Сколько из них правка скроет или сломает' }),
  reopens: Type.Boolean({ description: 'Сданное по этой анкете вообще сдают заново' }),
  may_reopen: Type.Boolean({ description: 'Этап ещё открыт: сдавших можно попросить сдать заново' }),
})

const listed = Type.Object({
  dictionaries: Type.Array(
    Type.Object({
      id: text,
      value: Type.String({ description: 'Название' }),
      own: Type.Boolean({ description: 'Загружен для этого конкурса' }),
      items: count,
    }),
  ),
})

export const formBuildingRoutes = {
  'GET /admin/competitions/:competition/stages/:code/form': route({
    access: 'competitions',
    competition: 'params',
    summary: 'Черновик анкеты, опубликованная анкета и чем они отличаются',
    refuses: refusedBy.ownersStage,
    params,
    response: edited,
  }),
  'PUT /admin/competitions/:competition/stages/:code/form': route({
    access: 'competitions',
    competition: 'params',
    summary: 'Сохранить черновик анкеты; участники увидят его после публикации',
    refuses: [...refusedBy.ownersStage, 'stage_edit_conflict', 'form_faulty'],
    params,
    bodyLimit: 1024 * 1024,
    body: Type.Object({ revision, form: builtForm }),
    response: edited,
  }),
  'POST /admin/competitions/:competition/stages/:code/form/publish': route({
    access: 'competitions',
    competition: 'params',
    summary: 'Опубликовать черновик анкеты следующей редакцией',
    refuses: [...refusedBy.ownersStage, 'stage_edit_conflict', 'form_faulty', 'form_breaks_answers', 'stage_closed'],
    params,
    body: Type.Object({
      revision,
      answers: nullable(
        Type.Enum(['keep', 'reopen']),
        'Выбора ещё нет: так публикуется то, что ничьих ответов не касается',
      ),
    }),
    response: edited,
  }),
  'DELETE /admin/competitions/:competition/stages/:code/form': route({
    access: 'competitions',
    competition: 'params',
    summary: 'Отменить черновик анкеты',
    refuses: [...refusedBy.ownersStage, 'stage_edit_conflict'],
    params,
    query: Type.Object({ revision }),
    response: edited,
  }),
  'GET /admin/competitions/:competition/dictionaries': route({
    access: 'competitions',
    competition: 'params',
    summary: 'Справочники, из которых анкеты конкурса могут предлагать ответы',
    refuses: ['competition_not_found'],
    params: Type.Object({ competition }),
    response: listed,
  }),
  'POST /admin/competitions/:competition/dictionaries/:dict/import': route({
    access: 'competitions',
    competition: 'params',
    summary: 'Загрузить справочник конкурса таблицей xlsx: чего в ней нет, больше не предлагается',
    refuses: ['competition_not_found', 'dictionary_code_taken', 'table_unreadable', 'table_faulty'],
    params: Type.Object({ competition, dict }),
    query: Type.Object({ title: Type.String({ minLength: 1, maxLength: 200 }) }),
    upload: true,
    bodyLimit: dictionaryMaxBytes,
    limit: 'upload',
    status: 201,
    response: listed,
  }),
}
