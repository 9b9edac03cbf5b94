import { handlersOf } from '#server/services.ts'
import type { appealRoutes } from '#shared/review/appeals/routes.ts'
import { answerAppeal, listAppeals, readAppeal } from './answer-appeal.ts'
import { fileAppeal, readOwnAppeal } from './file-appeal.ts'

export const appealHandlers = handlersOf<typeof appealRoutes>()({
  'GET /user/stages/:stage_id/appeal': ({ caller, params }, services) =>
    readOwnAppeal(services, caller.accountId, params.stage_id),

  'POST /user/stages/:stage_id/appeal': ({ caller, params, body }, services) =>
    fileAppeal(services, caller.accountId, params.stage_id, body.text),

  'GET /desk/appeals': ({ caller }, services) => listAppeals(services, caller),

  'GET /desk/works/:work_id/appeal': ({ caller, params }, services) => readAppeal(services, caller, params.work_id),

  'POST /desk/works/:work_id/appeal': ({ caller, params, body }, services) =>
    answerAppeal(services, caller, { ...body, workId: params.work_id }),
})
