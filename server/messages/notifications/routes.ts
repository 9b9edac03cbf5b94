import { handlersOf } from '#server/services.ts'
import type { notificationRoutes } from '#shared/messages/notifications/routes.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { formatWire } from '#shared/platform/time/moscow.ts'
import { choicesOf, keepChoices } from './choices.ts'
import type { PollMemory } from './poll-memory.ts'
import { countNotifications, markRead, markReadUpTo, notificationsOf } from './store.ts'

/** Without a memory every call queries the database. */
export function notificationHandlers(memory: PollMemory | undefined) {
  // The database notifies the cache too, but this person may poll again before that.
  const forget = (accountId: number) => memory?.forget(accountId, 'notifications')
  return handlersOf<typeof notificationRoutes>()({
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

    'GET /user/notification-choices': async ({ caller }, { db }) => ({
      choices: await choicesOf(db, caller.accountId),
    }),

    'PUT /user/notification-choices': async ({ caller, body }, { db }) => {
      await keepChoices(db, caller.accountId, body.choices)
      return undefined
    },

    'PATCH /user/notifications/:id': async ({ params, caller }, { db, clock }) => {
      if (!(await markRead(db, caller.accountId, params.id, clock()))) throw new Refusal('not_found')
      forget(caller.accountId)
      return { unread: (await countNotifications(db, caller.accountId)).unread }
    },

    'POST /user/notifications/read': async ({ body, caller }, { db, clock }) => {
      await markReadUpTo(db, caller.accountId, body.up_to, clock())
      forget(caller.accountId)
      return { unread: (await countNotifications(db, caller.accountId)).unread }
    },
  })
}
