import { sendAttachment } from '#server/platform/http/attachment.ts'
import { handlersOf } from '#server/services.ts'
import type { stageRoutes } from '#shared/stages/routes.ts'
import { downloadReceipt } from './download-receipt.ts'
import { stagePage } from './stage-page.ts'
import { userStagesInJson } from './user-stages.ts'

export const stageHandlers = handlersOf<typeof stageRoutes>()({
  'GET /user/user-stages': async ({ caller, query, reply }, services) => {
    const of = { accountId: caller.accountId, competitionCode: query.competition_code, viewedTrack: query.track }
    const json = await userStagesInJson(
      services,
      of,
      services.clock(),
      (tree) => `${reply.serializeInput(tree, '200')}`,
    )
    reply.type('application/json; charset=utf-8').send(json)
    return undefined
  },

  'GET /user/stages/:stage_id': ({ caller, params }, services) =>
    stagePage(services, caller.accountId, params.stage_id, services.clock()),

  'GET /user/stages/:stage_id/receipt': async ({ caller, params, reply }, services) => {
    const { name, type, bytes } = await downloadReceipt(services, caller.accountId, params.stage_id, services.clock())
    return sendAttachment(reply, { name, type, body: bytes, size: bytes.length })
  },
})
