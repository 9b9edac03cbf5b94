import type { Db } from '#server/db.ts'
import { handlersOf, type Services } from '#server/services.ts'
import { withMoment } from '#server/stages/readings.ts'
import type { reportRoutes } from '#shared/people/reports/routes.ts'
import type { LiveReports } from './live-reports.ts'
import { type Narrowed, readReport } from './read-report.ts'
import { readStageReport } from './read-stage-report.ts'

const ofSeason = (services: Services, competition: string, narrowed: Narrowed) => ({
  competition,
  name: `report ${JSON.stringify([narrowed.track, narrowed.region])}`,
  read: (db: Db) => readReport({ ...services, db }, competition, narrowed),
})

const ofStage = (services: Services, of: { competition: string; code: string }) => ({
  competition: of.competition,
  name: `report of stage ${of.code}`,
  read: (db: Db) => readStageReport({ ...services, db }, of),
})

export const reportHandlers = (live: LiveReports) =>
  handlersOf<typeof reportRoutes>()({
    'GET /admin/competitions/:competition/report': async ({ params, query }, services) =>
      withMoment(await services.readings.latest(ofSeason(services, params.competition, query))),

    'GET /admin/competitions/:competition/report/live': ({ params, query, caller, reply }, services) =>
      live.follow({ caller, reply, report: ofSeason(services, params.competition, query) }),

    'GET /admin/competitions/:competition/report/stages/:code': async ({ params }, services) =>
      withMoment(await services.readings.latest(ofStage(services, params))),

    'GET /admin/competitions/:competition/report/stages/:code/live': ({ params, caller, reply }, services) =>
      live.follow({ caller, reply, report: ofStage(services, params) }),
  })
