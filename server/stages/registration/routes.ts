import { returnedApplication } from '#server/registration/returned-application.ts'
import { submitApplication } from '#server/registration/submit-application.ts'
import type { Handlers } from '#server/services.ts'
import { afterHandIn, keepHandIn } from '#server/stages/hand-in.ts'
import { once } from '#server/stages/idempotency.ts'
import { lockStage, refuseUnlessArrivedInTime } from '#server/stages/one-stage.ts'
import type { registrationStageRoutes } from '#shared/stages/registration/routes.ts'

export const registrationStageHandlers: Handlers<typeof registrationStageRoutes> = {
  'GET /user/registration/:stage_id': async ({ caller, params }, { db, config }) => ({
    application: await returnedApplication(db, config, { accountId: caller.accountId, stageId: params.stage_id }),
  }),

  'POST /user/registration/:stage_id': ({ caller, params, body, ip, receivedAt, idempotencyKey }, services) => {
    const { accountId } = caller
    const stageId = params.stage_id
    const now = services.clock()
    const repeatable = { accountId, key: idempotencyKey, request: ['registration', stageId, body] }
    return services.db.transaction().execute((tx) =>
      once(tx, repeatable, now, async () => {
        const stage = await lockStage(tx, accountId, { stageId, type: 'registration' }, receivedAt)
        refuseUnlessArrivedInTime(stage, receivedAt)
        const { person } = stage.all
        // The answer itself is the application's: it has a passport in it, which is kept sealed there.
        const handedIn = { accountId, data: {}, arrivedAt: receivedAt, idempotencyKey }
        const receipt = await keepHandIn(tx, stage, handedIn, now)
        await submitApplication(tx, services, {
          accountId,
          competitionCode: stage.row.competitionCode,
          stageId,
          door: body.door ?? person.door ?? 'participant',
          data: body.data,
          consents: body.consents,
          trackCode: body.track ?? person.track,
          promocode: body.promocode ?? null,
          invite: body.invite ?? null,
          now,
          ip,
        })
        return afterHandIn(tx, accountId, stageId, receipt, now)
      }),
    )
  },
}
