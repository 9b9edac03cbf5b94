import { handlersOf } from '#server/services.ts'
import type { reportRoutes } from '#shared/reports/routes.ts'
import { readReport } from './read-report.ts'
import { readStageReport } from './read-stage-report.ts'

export const reportHandlers = handlersOf<typeof reportRoutes>()({
  'GET /admin/competitions/:competition/report': ({ params, query }, services) =>
    readReport(services, params.competition, query),

  'GET /admin/competitions/:competition/report/stages/:code': ({ params }, services) =>
    readStageReport(services, params),
})
