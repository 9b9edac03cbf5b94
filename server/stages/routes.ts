import type { Handlers } from '#server/services.ts'
import type { stageRoutes } from '#shared/stages/routes.ts'
import { downloadReceipt } from './download-receipt.ts'
import { stagePage } from './stage-page.ts'
import { userStages } from './user-stages.ts'

export const stageHandlers: Handlers<typeof stageRoutes> = {
  'GET /user/user-stages': ({ caller, query }, { db, clock }) =>
    userStages(
      db,
      { accountId: caller.accountId, competitionCode: query.competition_code, viewedTrack: query.track },
      clock(),
    ),

  'GET /user/stages/:stage_id': ({ caller, params }, { db, clock }) =>
    stagePage(db, caller.accountId, params.stage_id, clock()),

  'GET /user/stages/:stage_id/receipt': async ({ caller, params, reply }, { db, clock }) => {
    const { name, type, bytes } = await downloadReceipt(db, caller.accountId, params.stage_id, clock())
    reply.headers({
      'Content-Type': type,
      'Content-Disposition': `attachment; filename="${name}"`,
      'Content-Security-Policy': 'sandbox',
    })
    reply.send(bytes)
    return undefined
  },
}
