import { handlersOf } from '#server/services.ts'
import type { outboxRoutes } from '#shared/messages/outbox/routes.ts'
import { formatWire } from '#shared/platform/time/moscow.ts'
import { demoMessages } from './store.ts'

export const outboxHandlers = handlersOf<typeof outboxRoutes>()({
  'GET /dev/outbox': async ({ query }, { db }) => {
    const messages = await demoMessages(db, query)
    return messages.map(({ recipient, created_at, ...message }) => ({
      to: recipient,
      ...message,
      created: formatWire(created_at),
    }))
  },
})
