import { handlersOf } from '#server/services.ts'
import type { broadcastRoutes } from '#shared/people/broadcasts/routes.ts'
import {
  askBroadcast,
  cancelBroadcast,
  listBroadcasts,
  listRecipients,
  previewBroadcast,
  testBroadcast,
} from './broadcasts.ts'

export const broadcastHandlers = handlersOf<typeof broadcastRoutes>()({
  'GET /admin/competitions/:competition/broadcasts': ({ params }, services) =>
    listBroadcasts(services, params.competition),

  'POST /admin/competitions/:competition/broadcasts/preview': ({ params, body }, services) =>
    previewBroadcast(services, params.competition, body),

  'POST /admin/competitions/:competition/broadcasts/test': async ({ params, body, caller }, services) => {
    await testBroadcast(services, caller, params.competition, body)
  },

  'POST /admin/competitions/:competition/broadcasts': async ({ params, body, caller }, services) => {
    await askBroadcast(services, caller, params.competition, body)
    return listBroadcasts(services, params.competition)
  },

  'POST /admin/competitions/:competition/broadcasts/:broadcast_id/cancellation': async (
    { params, caller },
    services,
  ) => {
    const { competition, broadcast_id } = params
    await cancelBroadcast(services, caller, { competition, id: broadcast_id })
    return listBroadcasts(services, competition)
  },

  'GET /admin/competitions/:competition/broadcasts/:broadcast_id/recipients': ({ params, query }, services) =>
    listRecipients(services, { competition: params.competition, id: params.broadcast_id }, query),
})
