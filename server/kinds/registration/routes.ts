import { notingClash } from '#server/accounts/duplicates/note-clash.ts'
import { blindIndexIn } from '#server/accounts/registration/personal-documents.ts'
import { returnedApplication } from '#server/accounts/registration/returned-application.ts'
import { enterByCode } from '#server/accounts/registration/use-entry-code.ts'
import { handlersOf } from '#server/services.ts'
import { handInWork } from '#server/stages/work.ts'
import type { registrationStageRoutes } from '#shared/accounts/registration/stage-routes.ts'

export const registrationStageHandlers = handlersOf<typeof registrationStageRoutes>()({
  'GET /user/registration/:stage_id': async ({ caller, params }, { db, config }) => ({
    application: await returnedApplication(
      db,
      config,
      { accountId: caller.accountId, stageId: params.stage_id },
      { masked: caller.viewer !== undefined },
    ),
  }),

  'POST /user/registration/:stage_id/entry_code': async ({ caller, params, body }, services) => {
    await enterByCode(services, { accountId: caller.accountId, stageId: params.stage_id, code: body.entry_code })
  },

  'POST /user/registration/:stage_id': ({ caller, params, body, ip, receivedAt, idempotencyKey }, services) =>
    notingClash(
      services,
      caller.accountId,
      (kind) => blindIndexIn(services.config, body.data, kind),
      () =>
        handInWork(services, {
          accountId: caller.accountId,
          stage: { stageId: params.stage_id, type: 'registration' },
          data: body,
          receivedAt,
          ip,
          idempotencyKey,
        }),
    ),
})
