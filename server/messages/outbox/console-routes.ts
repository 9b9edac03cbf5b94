import { handlersOf } from '#server/services.ts'
import type { undeliveredRoutes } from '#shared/messages/outbox/console-routes.ts'
import { raiseBudget } from './raise-budget.ts'
import { queueTestLetter, watchTestLetter } from './test-letter.ts'
import { listUndelivered, sendAgain } from './undelivered.ts'

export const undeliveredHandlers = handlersOf<typeof undeliveredRoutes>()({
  'GET /admin/undelivered': ({ query, caller }, services) => listUndelivered(services, caller, query),

  'POST /admin/undelivered/again': ({ body, caller }, services) => sendAgain(services, caller, body.ids),

  'POST /admin/test-letter': ({ caller }, services) => queueTestLetter(services, caller),

  'GET /admin/test-letter': ({ caller }, services) => watchTestLetter(services, caller),

  'POST /admin/message-budgets/raise': ({ body, caller }, services) => raiseBudget(services, caller, body.channel),
})
