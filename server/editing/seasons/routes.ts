import { handlersOf } from '#server/services.ts'
import type { seasonEditingRoutes } from '#shared/editing/seasons/routes.ts'
import { beginSeason } from './begin-season.ts'
import { sendSeason, takeSeason } from './carry-season.ts'
import { copySeason } from './copy-season.ts'
import { listStages } from './list-stages.ts'
import { markRead } from './look-at-season.ts'
import { openSeason } from './open-season.ts'
import { addStage, orderStages } from './order-stages.ts'
import { previewSeason } from './preview-season.ts'
import { saveSeason } from './save-season.ts'
import { shownSeason, storedSeason } from './stored-season.ts'

export const seasonEditingHandlers = handlersOf<typeof seasonEditingRoutes>()({
  'GET /admin/competitions/:competition/stages': ({ params }, services) => listStages(services, params.competition),
  'POST /admin/competitions': ({ body, caller }, services) =>
    copySeason(services, caller.accountId, body.competition_code, body),
  'POST /admin/seasons': ({ body, caller }, services) => beginSeason(services, caller, body),
  'POST /admin/competitions/from-file': ({ body, caller }, services) => takeSeason(services, caller.accountId, body),
  'GET /admin/competitions/:competition/season/file': ({ params, caller, reply }, services) =>
    sendSeason(services, caller.accountId, params.competition, reply),
  'GET /admin/competitions/:competition/season': async ({ params }, { db }) =>
    shownSeason(await storedSeason(db, params.competition)),
  'GET /admin/competitions/:competition/preview': ({ params, query }, services) =>
    previewSeason(services, params.competition, query),
  'PUT /admin/competitions/:competition/season': ({ params, body, caller }, services) =>
    saveSeason(services, caller.accountId, params.competition, body),
  'POST /admin/competitions/:competition/look': async ({ params, body, caller }, services) => {
    await markRead(services, caller.accountId, params.competition, body)
  },
  'PUT /admin/competitions/:competition/opening': async ({ params, body, caller }, services) => {
    await openSeason(services, caller.accountId, params.competition, body.published)
  },
  'POST /admin/competitions/:competition/stages': ({ params, body, caller }, services) =>
    addStage(services, caller.accountId, params.competition, body),
  'PUT /admin/competitions/:competition/stages': async ({ params, body, caller }, services) => {
    await orderStages(services, caller.accountId, params.competition, body)
  },
})
