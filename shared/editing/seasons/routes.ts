import { Type } from 'typebox'
import { checklistItem, options } from '#shared/editing/stages/routes.ts'
import { answerData, formSchema } from '#shared/forms/fields/wire.ts'
import { line, maxInteger, nullable, nullableString } from '#shared/platform/api/fields.ts'
import { route } from '#shared/platform/api/route.ts'
import { seasonTemplates } from '#shared/seasons/competitions/new-season-form.ts'
import { maxSeasonFile, maxSeasonFileCall } from '#shared/seasons/competitions/season-file-limits.ts'
import { stageStatuses } from '#shared/stages/status.ts'

const text = Type.String()
const counts = Type.Array(Type.Object({ what: text, count: Type.Integer() }))
const revision = Type.Integer({ minimum: 0, maximum: maxInteger })

const editedSeason = Type.Object({
  revision: Type.Integer({ description: 'Её называют, сохраняя: чужая правка не затирается' }),
  form: formSchema,
  answer: answerData,
})

const code = Type.String({ minLength: 1, maxLength: 64 })
const placed = Type.Array(Type.Object({ code, parent: nullable(code) }), { maxItems: 400 })

const params = Type.Object({ competition: Type.String({ minLength: 1, maxLength: 64 }) })

/** The name of the new season, its place in the address, and by how many days all dates move. */
const wanted = {
  code: Type.String({ maxLength: 200 }),
  title: line({ maxLength: 1000 }),
  days: Type.Integer({ minimum: -100_000, maximum: 100_000 }),
}

export const copyReport = Type.Object({
  from: text,
  template: Type.Boolean({ description: 'Конкурс начат из готового сезона, а не скопирован' }),
  days: Type.Integer(),
  copied: counts,
  shifted: Type.Integer({ description: 'Сколько дат сдвинуто' }),
  left_out: counts,
  look: Type.Array(
    Type.Object({
      key: text,
      stage: nullableString,
      text,
      by_hand: Type.Boolean({ description: 'Убирает организатор; остальное исчезает, когда исправлено' }),
    }),
    { description: 'Что исправить и перечитать: по нынешним настройкам, с неопубликованными правками' },
  ),
  done: Type.Integer({ description: 'Сколько из того, что было при копировании, уже исправлено и перечитано' }),
  read: Type.Array(Type.Object({ key: text, stage: nullableString, text }), {
    description: 'Что перечитано и оставлено как есть; это можно вернуть в список',
  }),
})

const waitingItem = Type.Object({
  ...checklistItem.properties,
  by: nullable(text, 'Не ждёт, если красное: этап скоро'),
})

export const seasonEditingRoutes = {
  'GET /admin/competitions/:competition/stages': route({
    access: 'competitions',
    competition: 'params',
    summary: 'Этапы конкурса глазами организатора: сроки, видимость и что мешает открыть',
    refuses: ['competition_not_found'],
    params: params,
    response: Type.Object({
      title: text,
      published: Type.Boolean({ description: 'Конкурс открыт для всех' }),
      copied: nullable(copyReport, 'Конкурс не скопирован с другого или уже открыт'),
      checklist: Type.Array(Type.Object({ ...waitingItem.properties, stage: nullableString }), {
        description: 'Что не так с конкурсом в целом; красное без срока не даёт его открыть',
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
          checklist: Type.Array(waitingItem),
        }),
      ),
    }),
  }),
  'POST /admin/competitions': route({
    access: 'competitions',
    competition: 'body',
    summary: 'Скопировать сезон со сдвигом всех дат; копию пока никто не видит',
    refuses: ['competition_not_found', 'form_invalid'],
    body: Type.Object({
      competition_code: Type.String({ minLength: 1, maxLength: 64 }),
      ...wanted,
    }),
    response: Type.Object({ code: text, report: copyReport }),
    status: 201,
  }),
  'POST /admin/seasons': route({
    access: 'competitions',
    competition: 'handler',
    summary: 'Начать конкурс: из готового сезона, пустой или из файла; пока его никто не видит',
    refuses: ['form_invalid', 'season_file_unreadable', 'season_file_version', 'season_file_faulty'],
    bodyLimit: maxSeasonFileCall,
    body: Type.Object({
      from: Type.Enum([...seasonTemplates, 'empty', 'file']),
      title: wanted.title,
      code: Type.String({ maxLength: 200, description: 'Пустой — портал составит его из названия' }),
      starts: Type.String({ maxLength: 32, description: 'Первый день, «2027-01-31»' }),
      ends: Type.String({ maxLength: 32, description: 'Последний день' }),
      layout: Type.Optional(Type.String({ maxLength: 64, description: 'Облик; у сезона из файла он свой' })),
      file: Type.Optional(Type.String({ maxLength: maxSeasonFile, description: 'Файл сезона целиком, текстом' })),
    }),
    response: Type.Object({ code: text, report: copyReport }),
    status: 201,
  }),
  'POST /admin/competitions/from-file': route({
    access: 'competitions',
    competition: 'body',
    summary: 'Создать сезон из файла со сдвигом всех дат; пока его никто не видит',
    refuses: ['form_invalid', 'season_file_unreadable', 'season_file_version', 'season_file_faulty'],
    bodyLimit: maxSeasonFileCall,
    body: Type.Object({
      competition_code: Type.String({
        minLength: 1,
        maxLength: 64,
        description: 'Конкурс, организатор которого создаёт сезон',
      }),
      ...wanted,
      file: Type.String({ maxLength: maxSeasonFile, description: 'Файл сезона целиком, текстом' }),
    }),
    response: Type.Object({ code: text, report: copyReport }),
    status: 201,
  }),
  'GET /admin/competitions/:competition/season/file': route({
    access: 'competitions',
    competition: 'params',
    summary: 'Сезон целиком одним файлом JSON: без людей, промокодов и паролей, с ключами тестов',
    refuses: ['competition_not_found'],
    params,
    response: null,
    download: true,
    ownOnly: true,
  }),
  'GET /admin/competitions/:competition/season': route({
    access: 'competitions',
    competition: 'params',
    summary: 'Конкурс для правки: название, даты, облик, ссылки и треки',
    refuses: ['competition_not_found'],
    params,
    response: editedSeason,
  }),
  'GET /admin/competitions/:competition/preview': route({
    access: 'competitions',
    competition: 'params',
    summary: 'Этапы глазами придуманного участника в названный момент; ничего не меняется',
    refuses: ['competition_not_found', 'form_invalid'],
    params,
    query: Type.Object({
      at: Type.String({ maxLength: 32, description: 'Московское время' }),
      track: Type.Optional(Type.String({ maxLength: 64 })),
      region: Type.Optional(Type.String({ maxLength: 32 })),
      door: Type.Optional(Type.Enum(['participant', 'supporter'])),
      passed: Type.Optional(Type.String({ maxLength: 8000, description: 'Коды пройденных этапов через запятую' })),
    }),
    response: Type.Object({
      at: text,
      local: Type.String({ description: 'Тот же момент по часам региона' }),
      stages: Type.Array(
        Type.Object({
          code: text,
          title: text,
          status: Type.Enum([...stageStatuses]),
          reason: text,
          reasons: Type.Array(text),
          opens_at: nullableString,
          closes_at: nullableString,
        }),
      ),
    }),
  }),
  'PUT /admin/competitions/:competition/season': route({
    access: 'competitions',
    competition: 'params',
    summary: 'Сохранить правки конкурса; их сразу видят все',
    refuses: ['competition_not_found', 'season_edit_conflict', 'form_invalid'],
    params,
    bodyLimit: 256 * 1024,
    body: Type.Object({ revision, answer: answerData }),
    response: editedSeason,
  }),
  'PUT /admin/competitions/:competition/opening': route({
    access: 'competitions',
    competition: 'params',
    summary: 'Открыть конкурс для всех или скрыть, пока в нём никто не участвует',
    refuses: ['competition_not_found', 'season_not_ready', 'season_in_use'],
    params,
    body: Type.Object({ published: Type.Boolean() }),
    response: null,
  }),
  'POST /admin/competitions/:competition/look': route({
    access: 'competitions',
    competition: 'params',
    summary: 'Отметить, что скопированное перечитано и его можно оставить, или вернуть его в список',
    refuses: ['competition_not_found'],
    params,
    body: Type.Object({
      key: Type.String({ maxLength: 300 }),
      read: Type.Boolean({ description: 'false возвращает в список' }),
    }),
    response: null,
  }),
  'POST /admin/competitions/:competition/stages': route({
    access: 'competitions',
    competition: 'params',
    summary: 'Добавить этап; участники увидят его после публикации',
    refuses: ['competition_not_found', 'form_invalid'],
    params,
    body: Type.Object({
      type: Type.String({ maxLength: 64 }),
      title: line({ maxLength: 1000 }),
      after: nullable(code, 'Этап станет первым'),
    }),
    response: Type.Object({ code: text }),
    status: 201,
  }),
  'PUT /admin/competitions/:competition/stages': route({
    access: 'competitions',
    competition: 'params',
    summary: 'Переставить этапы и разложить их по группам',
    refuses: ['competition_not_found', 'season_edit_conflict'],
    params,
    body: Type.Object({ seen: placed, order: placed }),
    response: null,
  }),
}
