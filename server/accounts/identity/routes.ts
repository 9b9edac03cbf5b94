import { handlersOf } from '#server/services.ts'
import type { identityRoutes } from '#shared/accounts/identity/routes.ts'
import { readAct, stopByLink } from './identity-acts.ts'

export const identityHandlers = handlersOf<typeof identityRoutes>()({
  'POST /auth/identity-act/read': ({ body }, services) => readAct(services, body.token),

  'POST /auth/identity-act/stop': ({ body }, services) => stopByLink(services, body.token),
})
