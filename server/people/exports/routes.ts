import { handlersOf } from '#server/services.ts'
import type { exportRoutes } from '#shared/people/exports/routes.ts'
import { askExport, askWorks, listExports, sendExport } from './exports.ts'

export const exportHandlers = handlersOf<typeof exportRoutes>()({
  'GET /admin/competitions/:competition/exports': ({ params }, services) => listExports(services, params.competition),

  'POST /admin/competitions/:competition/exports': async ({ params, body, caller }, services) => {
    await askExport(services, caller, params.competition, body)
    return listExports(services, params.competition, 'whole')
  },

  'POST /admin/competitions/:competition/exports/works': async ({ params, body, caller }, services) => {
    await askWorks(services, caller, params.competition, body.stage)
    return listExports(services, params.competition, 'whole')
  },

  'GET /admin/competitions/:competition/exports/:export_id/file': ({ params, caller, reply }, services) =>
    sendExport(services, caller, { competition: params.competition, exportId: params.export_id }, reply),
})
