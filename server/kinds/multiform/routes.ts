import { handlersOf } from '#server/services.ts'
import type { multiformRoutes } from '#shared/kinds/multiform/routes.ts'
import { addPart } from './add-part.ts'
import { handInAll } from './hand-in-all.ts'
import { listParts } from './list-parts.ts'
import { listPeople } from './list-people.ts'

export const multiformHandlers = handlersOf<typeof multiformRoutes>()({
  'POST /user/stages/:stage_id/multiform/hand-in': ({ caller, params, receivedAt, ip, idempotencyKey }, services) =>
    handInAll(services, {
      accountId: caller.accountId,
      stageId: params.stage_id,
      receivedAt,
      ip,
      idempotencyKey,
    }),

  'GET /admin/competitions/:competition/stages/:code/multiform/parts': ({ params }, services) =>
    listParts(services, params),

  'POST /admin/competitions/:competition/stages/:code/multiform/parts': async ({ params, body, caller }, services) => {
    await addPart(services, caller.accountId, params, body.answer)
    return listParts(services, params)
  },

  'GET /admin/competitions/:competition/stages/:code/multiform/people': ({ params, query }, services) =>
    listPeople(services, params, query),
})
