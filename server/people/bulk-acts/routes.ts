import { handlersOf } from '#server/services.ts'
import type { bulkActRoutes } from '#shared/people/bulk-acts/routes.ts'
import { askBulkAct, confirmBulkAct, listBulkActs, listSkipped, previewBulkAct, undoBulkAct } from './bulk-acts.ts'

const named = ({ competition, bulk_act_id }: { competition: string; bulk_act_id: number }) => ({
  competition,
  id: bulk_act_id,
})

export const bulkActHandlers = handlersOf<typeof bulkActRoutes>()({
  'GET /admin/competitions/:competition/bulk-acts': ({ params, caller }, services) =>
    listBulkActs(services, caller, params.competition),

  'POST /admin/competitions/:competition/bulk-acts/preview': ({ params, body }, services) =>
    previewBulkAct(services, params.competition, body),

  'POST /admin/competitions/:competition/bulk-acts': async ({ params, body, caller }, services) => {
    await askBulkAct(services, caller, params.competition, body)
    return listBulkActs(services, caller, params.competition)
  },

  'POST /admin/competitions/:competition/bulk-acts/:bulk_act_id/undo': async ({ params, caller }, services) => {
    await undoBulkAct(services, caller, named(params))
    return listBulkActs(services, caller, params.competition)
  },

  'POST /admin/competitions/:competition/bulk-acts/:bulk_act_id/confirmation': async ({ params, caller }, services) => {
    await confirmBulkAct(services, caller, named(params))
    return listBulkActs(services, caller, params.competition)
  },

  'GET /admin/competitions/:competition/bulk-acts/:bulk_act_id/skipped': ({ params, query }, services) =>
    listSkipped(services, named(params), query),
})
