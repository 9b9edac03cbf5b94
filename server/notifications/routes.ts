import type { Handlers } from '#server/services.ts'
import { Refusal } from '#shared/api/refusals.ts'
import type { notificationRoutes } from '#shared/notifications/routes.ts'
import { formatWire } from '#shared/time/moscow.ts'
import { countNotifications, markRead, notificationsOf } from './store.ts'

export const notificationHandlers: Handlers<typeof notificationRoutes> = {
  'GET /user/notifications': async ({ query, caller }, { db }) => {
    const { unread, read } = await countNotifications(db, caller.accountId)
    const notifications = await notificationsOf(db, caller.accountId, query)
    return {
      notifications: notifications.map(({ created_at, ...notification }) => ({
        ...notification,
        created: formatWire(created_at),
        status: query.status,
      })),
      count: query.status === 'unread' ? unread : read,
      unread,
    }
  },

  'PATCH /user/notifications/:id': async ({ params, caller }, { db, clock }) => {
    if (!(await markRead(db, caller.accountId, params.id, clock()))) throw new Refusal('not_found')
    return { unread: (await countNotifications(db, caller.accountId)).unread }
  },
}
