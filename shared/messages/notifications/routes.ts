import { Type } from 'typebox'
import { id, idParams } from '#shared/platform/api/fields.ts'
import { pageQuery } from '#shared/platform/api/page.ts'
import { route } from '#shared/platform/api/route.ts'
import { type NotificationKindName, notificationChannels, notificationKinds } from './kinds.ts'
import { notificationPage } from './limits.ts'

const status = Type.Union([Type.Literal('unread'), Type.Literal('read')])
const notification = Type.Object({
  id: Type.Integer(),
  title: Type.String(),
  text: Type.String(),
  created: Type.String(),
  payload: Type.String(),
  status,
})

const kind = Type.Enum(Object.keys(notificationKinds) as NotificationKindName[])
const channel = Type.Enum([...notificationChannels])

export const notificationRoutes = {
  'GET /user/notification-choices': route({
    access: 'participant',
    summary: 'О чём и как писать участнику; `fixed` выключить нельзя',
    response: Type.Object({
      choices: Type.Array(Type.Object({ kind, channel, wanted: Type.Boolean(), fixed: Type.Boolean() })),
    }),
  }),
  'PUT /user/notification-choices': route({
    access: 'participant',
    summary: 'Сохранить, о чём и как писать',
    body: Type.Object({
      choices: Type.Array(Type.Object({ kind, channel, wanted: Type.Boolean() }), { maxItems: 50 }),
    }),
    response: null,
  }),
  'GET /user/notifications': route({
    access: 'participant',
    summary: 'Уведомления: непрочитанные или история',
    query: Type.Object({
      status,
      ...pageQuery({ size: notificationPage }),
    }),
    response: Type.Object({ notifications: Type.Array(notification), count: Type.Integer(), unread: Type.Integer() }),
  }),
  'PATCH /user/notifications/:id': route({
    access: 'participant',
    summary: 'Отметить прочитанным',
    refuses: ['not_found'],
    params: idParams,
    body: Type.Object({ status: Type.Literal('read') }),
    response: Type.Object({ unread: Type.Integer() }),
  }),
  'POST /user/notifications/read': route({
    access: 'participant',
    summary: 'Отметить прочитанными все уведомления до названного',
    body: Type.Object({ up_to: id }),
    response: Type.Object({ unread: Type.Integer() }),
  }),
}
