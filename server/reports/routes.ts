import { handlersOf } from '#server/services.ts'
import type { reportRoutes } from '#shared/reports/routes.ts'
import type { LiveReports } from './live-reports.ts'
import { readReport } from './read-report.ts'
import { readStageReport } from './read-stage-report.ts'

export const reportHandlers = (live: LiveReports) =>
  handlersOf<typeof reportRoutes>()({
    'GET /admin/competitions/:competition/report': ({ params, query }, services) =>
      readReport(services, params.competition, query),

    'GET /admin/competitions/:competition/report/live': ({ params, query, caller, reply }, services) =>
      live.follow({
        ...{ caller, reply, competition: params.competition },
        name: JSON.stringify([query.track, query.region]),
        read: () => readReport(services, params.competition, query),
      }),

    'GET /admin/competitions/:competition/report/stages/:code': ({ params }, services) =>
      readStageReport(services, params),

    'GET /admin/competitions/:competition/report/stages/:code/live': ({ params, caller, reply }, services) =>
      live.follow({
        ...{ caller, reply, competition: params.competition },
        name: `stage ${params.code}`,
        read: () => readStageReport(services, params),
      }),
  })
