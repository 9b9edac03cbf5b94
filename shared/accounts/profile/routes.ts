import { Type } from 'typebox'
import { home } from '#shared/accounts/homes/routes.ts'
import { idParams, nullable, nullableString } from '#shared/platform/api/fields.ts'
import { pageQuery } from '#shared/platform/api/page.ts'
import { refusedBy } from '#shared/platform/api/refused-by.ts'
import { route } from '#shared/platform/api/route.ts'
import { imageMaxBytes, imageMaxSide, minImageWidth } from '#shared/platform/files/limits.ts'
import { closableNotice } from './closed-notices.ts'

const password = Type.String({ minLength: 1, maxLength: 512 })
const page = pageQuery({ size: 10 })

/** The part of the upright picture to keep, in its pixels. */
const square = {
  x: Type.Optional(Type.Integer({ minimum: 0, maximum: imageMaxSide })),
  y: Type.Optional(Type.Integer({ minimum: 0, maximum: imageMaxSide })),
  side: Type.Optional(Type.Integer({ minimum: minImageWidth, maximum: imageMaxSide })),
}

const consent = Type.Object({
  id: Type.Integer(),
  competition_code: Type.String(),
  competition_title: Type.String(),
  document_code: Type.String(),
  title: Type.String(),
  version: Type.Integer(),
  purpose: Type.String(),
  term: Type.String({ description: 'Сколько действует; пусто — пока не отозвано' }),
  text: Type.String(),
  given: Type.String(),
  withdrawn: nullableString,
  required: Type.Boolean({ description: 'Без него участвовать в конкурсе нельзя' }),
  may_give_again: Type.Boolean(),
  asked_anew: Type.Boolean({ description: 'Документ изменился, и организаторы просят согласиться с новой редакцией' }),
  text_now: nullable(
    Type.Object(
      {
        version: Type.Integer(),
        title: Type.String(),
        purpose: Type.String(),
        term: Type.String(),
        text: Type.String(),
      },
      { description: 'Действующая редакция, если согласие дано к другой и его можно дать снова' },
    ),
  ),
})

export const profileRoutes = {
  'GET /user/profile': route({
    access: 'participant',
    summary: 'Профиль',
    refuses: ['user_not_found'],
    response: Type.Object({
      id: Type.Integer({ description: 'Номер пользователя, test_id' }),
      fio: Type.String(),
      first_name: Type.String(),
      last_name: Type.String(),
      middle_name: Type.String(),
      birth_date: nullable(Type.String({ description: 'yyyy-MM-dd' })),
      avatar: nullable(Type.String({ description: 'Имя для /view/{size}x-{src}' })),
      email: Type.String(),
      email_verified: Type.Boolean(),
      roles: Type.Array(Type.Union([Type.Literal('mentor'), Type.Literal('assistant'), Type.Literal('assessor')])),
      phone: nullableString,
      second_factor: Type.Union([Type.Literal('none'), Type.Literal('sms'), Type.Literal('totp')]),
      home: nullable(home),
      closed_notices: Type.Array(Type.String(), { description: 'Какие сообщения человек закрыл навсегда' }),
      erasure_due: nullable(Type.String({ description: 'Когда учётная запись будет удалена' })),
    }),
  }),
  'PUT /user/closed-notices': route({
    access: 'participant',
    summary: 'Больше не показывать это сообщение',
    body: Type.Object({ notice: closableNotice }),
    response: null,
  }),
  'POST /user/profile/avatar': route({
    access: 'participant',
    summary: 'Поставить фотографию; хранится выбранный квадрат, без выбора — средний, не больше 1024 пикселей',
    refuses: refusedBy.picture,
    query: Type.Object(square),
    upload: true,
    bodyLimit: imageMaxBytes,
    limit: 'upload',
    response: Type.Object({ avatar: Type.String() }),
  }),
  'POST /user/profile/avatar/:upload_id': route({
    access: 'participant',
    summary: 'То же из фотографии, которая загружена частями',
    refuses: [...refusedBy.resumed, ...refusedBy.picture],
    params: Type.Object({ upload_id: Type.String({ pattern: '^[0-9a-f]{32}$' }) }),
    query: Type.Object(square),
    response: Type.Object({ avatar: Type.String() }),
  }),
  'DELETE /user/profile/avatar': route({ access: 'participant', summary: 'Убрать фотографию', response: null }),
  'GET /user/consents': route({
    access: 'participant',
    summary: 'Согласия, которые дал участник, с текстами и редакциями; последние сверху',
    query: Type.Object(page),
    response: Type.Object({ consents: Type.Array(consent), count: Type.Integer() }),
  }),
  'POST /user/consents/:id/withdraw': route({
    access: 'participant',
    summary: 'Отозвать согласие; без обязательного участие в этом конкурсе прекращается',
    refuses: ['not_found'],
    params: idParams,
    response: Type.Object({ participation_ended: Type.Boolean() }),
  }),
  'POST /user/consents/:id/give': route({
    access: 'participant',
    summary: 'Снова дать отозванное согласие, в действующей редакции',
    refuses: ['not_found', 'consent_outdated'],
    params: idParams,
    body: Type.Object({
      version: Type.Integer({
        ...{ minimum: 1, maximum: 100000 },
        description: 'Обязательна: согласие даётся тексту, который человек видел',
      }),
    }),
    response: Type.Object({ participation_resumed: Type.Boolean() }),
  }),
  'POST /user/export': route({
    access: 'participant',
    summary: 'Скачать всё, что портал знает о вызывающем: документом или файлом JSON',
    refuses: refusedBy.password,
    limit: 'export',
    body: Type.Object({ password, format: Type.Union([Type.Literal('docx'), Type.Literal('json')]) }),
    response: null,
    download: true,
  }),
  'POST /user/erasure': route({
    access: 'participant',
    summary: 'Попросить удалить учётную запись; через 30 дней она удаляется, до тех пор просьбу можно забрать',
    refuses: [...refusedBy.password, 'erasure_not_now'],
    body: Type.Object({ password }),
    response: Type.Object({ erasure_due: Type.String() }),
  }),
  'DELETE /user/erasure': route({
    access: 'participant',
    summary: 'Забрать просьбу об удалении',
    refuses: ['not_found'],
    response: null,
  }),
}
