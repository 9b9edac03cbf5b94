import { Type } from 'typebox'
import { id, idParams, meantCode, nullableString } from '#shared/platform/api/fields.ts'
import { pageQuery } from '#shared/platform/api/page.ts'
import { refusedBy } from '#shared/platform/api/refused-by.ts'
import { route } from '#shared/platform/api/route.ts'

const competitionCode = Type.String({ minLength: 1, maxLength: 64 })
const fileId = Type.String({ pattern: '^[0-9a-f]{32}$' })
const status = Type.Union([Type.Literal('open'), Type.Literal('answered'), Type.Literal('closed')])
const page = pageQuery({ size: 10 })

const request = Type.Object({
  id: Type.Integer({ description: 'Номер обращения' }),
  topic: Type.String({ description: 'Тема словами' }),
  text: Type.String(),
  email: Type.String(),
  status,
  created: Type.String(),
  files: Type.Array(Type.Object({ file_id: Type.String(), name: Type.String(), size: Type.Integer() })),
  answers: Type.Array(Type.Object({ id: Type.Integer(), text: Type.String(), created: Type.String() })),
})

const incoming = Type.Object({
  ...request.properties,
  competition_code: Type.String(),
  from: Type.Object({ id: Type.Integer({ description: 'test_id' }), fio: Type.String() }),
})

export const feedbackRoutes = {
  'GET /feedback_form': route({
    access: 'participant',
    summary: 'Темы обращений в поддержку, адрес поддержки конкурса и что изменено по отзывам',
    refuses: ['competition_not_found'],
    query: Type.Object({ competition_code: competitionCode }),
    response: Type.Object({
      topics: Type.Array(Type.Object({ code: Type.String(), title: Type.String() })),
      support_email: nullableString,
      changes: Type.Array(Type.Object({ stage: Type.String(), text: Type.String() }), {
        description: 'Что организаторы изменили по отзывам об этапах',
      }),
    }),
  }),
  'POST /feedback_form': route({
    access: 'participant',
    summary: 'Написать в поддержку конкурса',
    refuses: ['competition_not_found', 'form_invalid', 'too_many_files', 'idempotency_mismatch'],
    captcha: true,
    keyed: true,
    limit: ['feedback', 'feedback_client'],
    body: Type.Object({
      competition_code: Type.Optional(meantCode),
      topic: Type.Optional(Type.String({ maxLength: 64, description: 'Без неё — «Другое», если такая тема есть' })),
      text: Type.String({ maxLength: 20000 }),
      email: Type.Optional(
        Type.String({ maxLength: 320, description: 'Куда ответить; без него — на почту учётной записи' }),
      ),
      files: Type.Optional(Type.Array(fileId, { maxItems: 20 })),
    }),
    status: 201,
    response: request,
  }),
  'GET /user/feedback': route({
    access: 'participant',
    summary: 'Свои обращения в поддержку с ответами, новые первыми',
    query: Type.Object({ competition_code: competitionCode, ...page }),
    response: Type.Object({ requests: Type.Array(request), count: Type.Integer() }),
  }),
  'GET /admin/feedback': route({
    access: 'participants',
    competition: 'handler',
    summary: 'Обращения участников: открытые — от старых к новым, остальные — от новых к старым',
    query: Type.Object({ competition_code: Type.Optional(competitionCode), status: Type.Optional(status), ...page }),
    response: Type.Object({ requests: Type.Array(incoming), count: Type.Integer(), open: Type.Integer() }),
  }),
  'POST /admin/feedback/:id/answer': route({
    access: 'participants',
    competition: 'handler',
    summary: 'Ответить на обращение: письмом и уведомлением',
    refuses: ['not_found', 'form_invalid', 'feedback_answered'],
    params: idParams,
    body: Type.Object({
      text: Type.String({ minLength: 1, maxLength: 8000 }),
      close: Type.Optional(Type.Boolean()),
      seen: Type.Optional(Type.Integer({ minimum: 0, description: 'Сколько ответов было, когда писали этот' })),
    }),
    response: incoming,
  }),
  'PATCH /admin/feedback/:id': route({
    access: 'participants',
    competition: 'handler',
    summary: 'Закрыть обращение без ответа или открыть снова',
    refuses: ['not_found'],
    params: idParams,
    body: Type.Object({ status: Type.Union([Type.Literal('open'), Type.Literal('closed')]) }),
    response: incoming,
  }),
  'GET /admin/feedback/:id/files/:file_id': route({
    access: 'participants',
    competition: 'handler',
    summary: 'Скачать файл, приложенный к обращению',
    refuses: ['not_found', ...refusedBy.storedFile],
    params: Type.Object({ id, file_id: fileId }),
    response: null,
    download: true,
  }),
}
