import { Type } from 'typebox'
import { asOf, id, nullable, nullableString } from '#shared/platform/api/fields.ts'
import { pageQuery } from '#shared/platform/api/page.ts'
import { refusedBy } from '#shared/platform/api/refused-by.ts'
import { route } from '#shared/platform/api/route.ts'
import { handInAnswer } from '#shared/stages/routes.ts'
import { tableMaxBytes } from './table-limits.ts'

const params = Type.Object({ stage_id: id })
const stageParams = Type.Object({
  competition: Type.String({ minLength: 1, maxLength: 64 }),
  code: Type.String({ minLength: 1, maxLength: 64 }),
})
const aliasParams = Type.Object({ ...stageParams.properties, alias: Type.String({ pattern: '^[0-9a-f]{10}$' }) })
const count = Type.Integer({ minimum: 0 })
const number = nullable(Type.Number())

const reportQuery = Type.Object({
  format: Type.Optional(Type.Enum(['pdf', 'docx'], { description: 'Без него — docx' })),
})

const overview = Type.Object({
  as_of: asOf,
  version: Type.Integer({ description: 'Редакция вопросов; 0 — вопросов ещё нет' }),
  norm_version: Type.Integer(),
  imported_at: nullableString,
  items: count,
  scales: count,
  norm_groups: Type.Array(Type.String()),
  scored: count,
  flagged: Type.Integer({ description: 'Анкеты, в которых есть отметки о качестве' }),
  report_published_at: nullableString,
  report_scales: Type.Array(Type.Object({ code: Type.String(), title: Type.String() }), {
    description: 'Шкалы, которые можно назвать в отчёте',
  }),
})

const profile = Type.Object({
  alias: Type.String({ description: 'Случайное обозначение вместо имени' }),
  version: Type.Integer(),
  norm_version: Type.Integer(),
  norm_group: Type.String(),
  scales: Type.Array(
    Type.Object({ code: Type.String(), title: Type.String(), raw: number, t: number, answered: count, of: count }),
  ),
  flags: Type.Array(Type.String()),
  inconsistency: number,
  desirability: number,
  seconds: number,
  comment: Type.String(),
})

export const questionnaireRoutes = {
  'GET /user/stages/:stage_id/questionnaire': route({
    access: 'participant',
    summary: 'Готов ли отчёт по опроснику и можно ли перенести прежние ответы',
    refuses: ['stage_not_found'],
    params,
    response: Type.Object({
      report: Type.Boolean(),
      reuse: nullable(Type.Object({ competition: Type.String(), handed_in_at: Type.String() })),
    }),
  }),
  'POST /user/stages/:stage_id/questionnaire/reuse': route({
    access: 'participant',
    summary: 'Перенести ответы из прошлого сезона, с согласия участника',
    refuses: [...refusedBy.openStage, 'answers_not_reusable'],
    params,
    body: Type.Object({ agree: Type.Literal(true) }),
    response: handInAnswer,
  }),
  'GET /user/stages/:stage_id/questionnaire/report': route({
    access: 'participant',
    summary: 'Скачать свой отчёт после его публикации',
    refuses: ['stage_not_found', 'not_found'],
    params,
    query: reportQuery,
    response: null,
    download: true,
  }),
  'GET /admin/competitions/:competition/stages/:code/questionnaire': route({
    access: 'competitions',
    competition: 'params',
    summary: 'Вопросы, ключи и нормы опросника; сколько анкет подсчитано',
    refuses: refusedBy.ownersStage,
    params: stageParams,
    response: overview,
  }),
  'POST /admin/competitions/:competition/stages/:code/questionnaire/items': route({
    access: 'competitions',
    competition: 'params',
    summary: 'Загрузить вопросы, ключи и нормы таблицей xlsx: новая редакция, прежние ответы остаются при своей',
    refuses: [...refusedBy.ownersStage, 'table_unreadable', 'table_faulty', 'form_faulty'],
    params: stageParams,
    upload: true,
    bodyLimit: tableMaxBytes,
    limit: 'upload',
    status: 201,
    response: overview,
  }),
  'POST /admin/competitions/:competition/stages/:code/questionnaire/report': route({
    access: 'competitions',
    competition: 'params',
    summary: 'Опубликовать отчёты участников; отменить публикацию нельзя',
    refuses: refusedBy.ownersStage,
    params: stageParams,
    response: overview,
  }),
  'GET /admin/competitions/:competition/stages/:code/questionnaire/report/preview': route({
    access: 'competitions',
    competition: 'params',
    summary: 'Отчёт выдуманного участника: так, как он сейчас сохранён, даже если правки не опубликованы',
    refuses: [...refusedBy.ownersStage, 'not_found'],
    params: stageParams,
    query: reportQuery,
    response: null,
    download: true,
  }),
  'GET /admin/competitions/:competition/stages/:code/questionnaire/profiles': route({
    access: 'assessment',
    competition: 'params',
    summary: 'Профили без имён',
    refuses: refusedBy.ownersStage,
    params: stageParams,
    query: Type.Object(pageQuery({ size: 20 })),
    response: Type.Object({ as_of: asOf, profiles: Type.Array(profile), count }),
  }),
  'PUT /admin/competitions/:competition/stages/:code/questionnaire/profiles/:alias': route({
    access: 'assessment',
    competition: 'params',
    summary: 'Комментарий психолога к профилю',
    refuses: [...refusedBy.ownersStage, 'not_found'],
    params: aliasParams,
    body: Type.Object({ comment: Type.String({ maxLength: 4000 }) }),
    response: profile,
  }),
  'GET /admin/competitions/:competition/stages/:code/questionnaire/profiles/csv': route({
    access: 'assessment',
    competition: 'params',
    summary: 'Профили таблицей, без имён',
    refuses: refusedBy.ownersStage,
    params: stageParams,
    response: null,
    download: true,
  }),
}
