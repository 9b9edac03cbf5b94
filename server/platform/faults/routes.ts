import { handlersOf } from '#server/services.ts'
import type { faultRoutes } from '#shared/platform/faults/routes.ts'

export const faultHandlers = handlersOf<typeof faultRoutes>()({
  // Faults of pages go to the same log as those of the server; the log removes personal data and forwards them.
  'POST /client-errors': ({ body, userAgent, request }) => {
    request.log.error({ page: { ...body, browser: userAgent.slice(0, 200) } }, 'a page failed')
    return undefined
  },
})
