import { handlersOf } from '#server/services.ts'
import type { personViewRoutes } from '#shared/accounts/person-views/routes.ts'
import { beginView, endView } from './begin-view.ts'

const named = ({ competition, test_id }: { competition: string; test_id: number }) => ({ competition, testId: test_id })

export const personViewHandlers = handlersOf<typeof personViewRoutes>()({
  'POST /admin/competitions/:competition/participants/:test_id/view': ({ params, body, caller }, services) =>
    beginView(services, caller, named(params), body.reason),

  'DELETE /admin/competitions/:competition/participants/:test_id/view': async ({ params, caller }, services) => {
    await endView(services, caller, named(params))
  },
})
