import { handlersOf } from '#server/services.ts'
import { formatWire } from '#shared/platform/time/moscow.ts'
import type { workRoutes } from '#shared/stages/work-routes.ts'
import { listRevisions, readDraft, readRevision, readWork } from './read-work.ts'
import { handInWork, saveWorkDraft } from './work.ts'

export const workHandlers = handlersOf<typeof workRoutes>()({
  'GET /user/stages/:stage_id/work': ({ caller, params }, services) =>
    readWork(services, caller.accountId, { stageId: params.stage_id }),

  'GET /user/stages/:stage_id/draft': ({ caller, params }, services) =>
    readDraft(services, caller.accountId, { stageId: params.stage_id }),

  'PUT /user/stages/:stage_id/draft': async ({ caller, params, body, receivedAt }, services) => {
    const { accountId } = caller
    const stage = { stageId: params.stage_id }
    const saved = await saveWorkDraft(services, {
      accountId,
      stage,
      data: body.data,
      basedOn: body.revision,
      receivedAt,
    })
    return { ...saved, saved_at: formatWire(saved.saved_at) }
  },

  'PUT /user/stages/:stage_id/answer': ({ caller, params, body, receivedAt, ip, idempotencyKey }, services) =>
    handInWork(services, {
      accountId: caller.accountId,
      stage: { stageId: params.stage_id },
      data: body.data,
      formVersion: body.form_version,
      receivedAt,
      ip,
      idempotencyKey,
    }),

  'GET /user/stages/:stage_id/revisions': async ({ caller, params }, services) => ({
    revisions: await listRevisions(services, caller.accountId, params.stage_id),
  }),

  'GET /user/stages/:stage_id/revisions/:revision': ({ caller, params }, services) =>
    readRevision(services, caller.accountId, { stageId: params.stage_id, revision: params.revision }),
})
