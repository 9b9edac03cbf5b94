import { Type } from 'typebox'
import { audienceChoices, audienceFields } from '#shared/people/participants/audience.ts'
import { asOf, id, nullableString } from '#shared/platform/api/fields.ts'
import { route } from '#shared/platform/api/route.ts'
import { maxReason } from '#shared/seasons/competitions/limits.ts'
import { maxColumns } from './limits.ts'

const text = Type.String()
const code = Type.String({ minLength: 1, maxLength: 64 })
const competitionParams = Type.Object({ competition: code })
const format = Type.Enum(['xlsx', 'csv'])

const exported = Type.Object({
  id,
  asked_at: text,
  by: Type.String({ description: 'Кто попросил; пусто, когда его учётной записи больше нет' }),
  about: Type.String({ description: 'Кто или что в файле, словами' }),
  columns: Type.Array(text, { description: 'Столбцы, словами' }),
  reason: text,
  format: Type.Enum(['xlsx', 'csv', 'zip'], { description: 'zip — работы этапа, каждая отдельным документом' }),
  state: Type.Enum(['waiting', 'ready', 'failed', 'gone']),
  rows: Type.Integer({ description: 'Сколько людей или работ уже записано' }),
  until: nullableString,
  downloads: Type.Array(Type.Object({ by: text, at: text }), { description: 'Кто и когда скачал, последние первыми' }),
})

const exportList = Type.Object({
  as_of: asOf,
  title: Type.String({ description: 'Название конкурса' }),
  columns: Type.Array(
    Type.Object({
      id: text,
      title: text,
      part: Type.String({ description: 'Под каким заголовком столбец стоит при выборе' }),
      document: Type.Boolean({ description: 'Номер документа: нужна причина' }),
    }),
  ),
  sets: Type.Array(Type.Object({ id: text, title: text, columns: Type.Array(text) })),
  choices: audienceChoices,
  works: Type.Array(
    Type.Object({
      code: text,
      title: text,
      works: Type.Integer(),
      blind: Type.Boolean({ description: 'Жюри не знает авторов: в документах их нет' }),
    }),
    { description: 'Этапы, работы которых оценивают' },
  ),
  exports: Type.Array(exported),
})

export const exportRoutes = {
  'GET /admin/competitions/:competition/exports': route({
    access: 'reports',
    competition: 'params',
    summary: 'Выгрузки участников: что можно выгрузить, кто что выгружал и скачивал',
    refuses: ['competition_not_found'],
    params: competitionParams,
    response: exportList,
  }),
  'POST /admin/competitions/:competition/exports': route({
    access: 'reports',
    competition: 'params',
    summary: 'Попросить таблицу участников; её готовит задание',
    refuses: ['competition_not_found', 'stage_not_found', 'form_invalid', 'exports_waiting'],
    params: competitionParams,
    body: Type.Object({
      format,
      columns: Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
        minItems: 1,
        maxItems: maxColumns,
        uniqueItems: true,
      }),
      reason: Type.String({
        maxLength: maxReason,
        description: 'Зачем; обязательна, когда выгружают номера документов',
      }),
      ...audienceFields,
    }),
    response: exportList,
  }),
  'POST /admin/competitions/:competition/exports/works': route({
    access: 'reports',
    competition: 'params',
    summary: 'Попросить работы этапа для жюри: документ на каждую, архив готовит задание',
    refuses: ['competition_not_found', 'works_none', 'works_too_many', 'exports_waiting'],
    params: competitionParams,
    body: Type.Object({ stage: code }),
    response: exportList,
  }),
  'GET /admin/competitions/:competition/exports/:export_id/file': route({
    access: 'reports',
    competition: 'params',
    summary: 'Скачать готовую таблицу; кто скачал, записывается',
    refuses: ['competition_not_found', 'export_not_found', 'export_gone'],
    params: Type.Object({ competition: code, export_id: id }),
    response: null,
    download: true,
  }),
}
