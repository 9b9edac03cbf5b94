import { Type } from 'typebox'
import { asOf, id } from '#shared/platform/api/fields.ts'
import { pageQuery } from '#shared/platform/api/page.ts'
import { route } from '#shared/platform/api/route.ts'
import { question, questionKey } from './question.ts'
import { bankMaxBytes } from './table-limits.ts'

const params = Type.Object({ competition: Type.String({ minLength: 1, maxLength: 64 }) })
const questionParams = Type.Object({ ...params.properties, id })
const count = Type.Integer({ minimum: 0 })
const topic = Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' })
const difficulty = Type.Integer({ minimum: 1, maximum: 5 })

const bankQuestion = Type.Object({
  id,
  code: Type.String(),
  version_id: id,
  version: Type.Integer({
    description: 'Каждое изменение — новая редакция; у кого вопрос уже в варианте, тот видит свою',
  }),
  topic: Type.String(),
  difficulty,
  question,
  key: questionKey,
  retired: Type.Boolean({ description: 'Больше не попадает в варианты' }),
  given: Type.Integer({ description: 'Скольким участникам вопрос достался' }),
})

const edited = {
  topic,
  difficulty,
  question,
  key: questionKey,
}

export const testBankRoutes = {
  'GET /admin/competitions/:competition/questions': route({
    access: 'competitions',
    competition: 'params',
    summary: 'Банк вопросов конкурса: поиск по теме, сложности и тексту',
    refuses: ['competition_not_found'],
    params,
    query: Type.Object({
      ...pageQuery({ size: 20 }),
      topic: Type.Optional(Type.String({ maxLength: 100 })),
      difficulty: Type.Optional(difficulty),
      text: Type.Optional(Type.String({ maxLength: 100 })),
      retired: Type.Boolean({ default: false }),
    }),
    response: Type.Object({
      as_of: asOf,
      questions: Type.Array(bankQuestion),
      count,
      formulas: Type.Record(Type.String(), Type.String(), { description: 'MathML по записи формулы' }),
      stock: Type.Array(Type.Object({ topic: Type.String(), difficulty, count })),
    }),
  }),
  'POST /admin/competitions/:competition/questions': route({
    access: 'competitions',
    competition: 'params',
    summary: 'Добавить вопрос в банк',
    refuses: ['competition_not_found', 'question_faulty', 'question_code_taken'],
    params,
    body: Type.Object({ code: Type.String({ minLength: 1, maxLength: 64, pattern: '^\\S+$' }), ...edited }),
    status: 201,
    response: bankQuestion,
  }),
  'PUT /admin/competitions/:competition/questions/:id': route({
    access: 'competitions',
    competition: 'params',
    summary: 'Изменить вопрос: новая редакция',
    refuses: ['competition_not_found', 'question_not_found', 'question_changed', 'question_faulty'],
    params: questionParams,
    body: Type.Object({
      version: Type.Integer({ minimum: 1, description: 'Редакция, которую изменили; другая — отказ question_changed' }),
      ...edited,
    }),
    response: bankQuestion,
  }),
  'POST /admin/competitions/:competition/questions/:id/retirement': route({
    access: 'competitions',
    competition: 'params',
    summary: 'Убрать вопрос из новых вариантов или вернуть; выданные варианты не меняются',
    refuses: ['competition_not_found', 'question_not_found'],
    params: questionParams,
    body: Type.Object({ retired: Type.Boolean() }),
    response: bankQuestion,
  }),
  'POST /admin/competitions/:competition/questions/import': route({
    access: 'competitions',
    competition: 'params',
    summary: 'Загрузить вопросы таблицей xlsx или файлом JSON: всё или ничего',
    refuses: ['competition_not_found', 'table_unreadable', 'table_faulty'],
    params,
    upload: true,
    bodyLimit: bankMaxBytes,
    limit: 'upload',
    response: Type.Object({ added: count, changed: count, same: count }),
  }),
  'GET /admin/competitions/:competition/question-pictures/:file_id': route({
    access: 'competitions',
    competition: 'params',
    summary: 'Картинка вопроса из банка или та, что организатор загрузил для нового',
    refuses: ['competition_not_found', 'not_found'],
    params: Type.Object({ ...params.properties, file_id: Type.String({ pattern: '^[0-9a-f]{32}$' }) }),
    response: null,
    download: true,
  }),
  'GET /admin/competitions/:competition/questions/export': route({
    access: 'competitions',
    competition: 'params',
    summary: 'Скачать вопросы вместе с ключами',
    refuses: ['competition_not_found'],
    params,
    query: Type.Object({
      format: Type.Union([Type.Literal('xlsx'), Type.Literal('json')]),
      sample: Type.Boolean({ default: false, description: 'Образец таблицы вместо вопросов' }),
    }),
    response: null,
    download: true,
  }),
}
