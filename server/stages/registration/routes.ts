import { returnedApplication } from '#server/registration/returned-application.ts'
import { handlersOf } from '#server/services.ts'
import { handInWork } from '#server/stages/work.ts'
import type { registrationStageRoutes } from '#shared/stages/registration/routes.ts'

export const registrationStageHandlers = handlersOf<typeof registrationStageRoutes>()({
  'GET /user/registration/:stage_id': async ({ caller, params }, { db, config }) => ({
    application: await returnedApplication(db, config, { accountId: caller.accountId, stageId: params.stage_id }),
  }),

  'POST /user/registration/:stage_id': ({ caller, params, body, ip, receivedAt, idempotencyKey }, services) =>
    handInWork(services, {
      accountId: caller.accountId,
      stage: { stageId: params.stage_id, type: 'registration' },
      data: body,
      receivedAt,
      ip,
      idempotencyKey,
    }),
})
