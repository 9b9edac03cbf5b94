import { handlersOf } from '#server/services.ts'
import { readDraft, readWork } from '#server/stages/read-work.ts'
import { handInWork, saveWorkDraft } from '#server/stages/work.ts'
import { formatWire } from '#shared/platform/time/moscow.ts'
import type { formRoutes } from '#shared/stages/forms/routes.ts'

/** The address of a form stage, as spec.md names it. */
const stageOf = ({ competition, form }: { competition: string; form: string }) => ({
  competitionCode: competition,
  code: form,
  type: 'form',
})

/** The addresses of spec.md 7, built on the work of a stage. */
export const formHandlers = handlersOf<typeof formRoutes>()({
  'GET /user/forms/:competition/:form': async ({ caller, params }, services) => {
    const url = `/user/forms/${params.competition}/${params.form}`
    return { ...(await readWork(services, caller.accountId, stageOf(params))), url, draft_url: `${url}/draft` }
  },

  'PUT /user/forms/:competition/:form': ({ caller, params, body, receivedAt, ip, idempotencyKey }, services) =>
    handInWork(services, {
      accountId: caller.accountId,
      stage: stageOf(params),
      data: body.data,
      formVersion: body.form_version,
      receivedAt,
      ip,
      idempotencyKey,
    }),

  'GET /user/forms/:competition/:form/draft': ({ caller, params }, services) =>
    readDraft(services, caller.accountId, stageOf(params)),

  'PUT /user/forms/:competition/:form/draft': async ({ caller, params, body, receivedAt }, services) => {
    const draft = { data: body.data, basedOn: body.revision, receivedAt }
    const saved = await saveWorkDraft(services, { accountId: caller.accountId, stage: stageOf(params), ...draft })
    return { ...saved, saved_at: formatWire(saved.saved_at) }
  },
})
