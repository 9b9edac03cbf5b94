import { handlersOf } from '#server/services.ts'
import type { faultRoutes } from '#shared/faults/routes.ts'

export const faultHandlers = handlersOf<typeof faultRoutes>()({
  // The log is where faults of ours are looked for, a page's beside the server's; it is scrubbed and forwarded there.
  'POST /client-errors': ({ body, userAgent, request }) => {
    request.log.error({ page: { ...body, browser: userAgent.slice(0, 200) } }, 'a page failed')
    return undefined
  },
})
