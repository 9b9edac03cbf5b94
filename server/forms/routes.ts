import type { Handlers } from '#server/services.ts'
import { oneStage } from '#server/stages/one-stage.ts'
import { draftOf } from '#server/stages/store.ts'
import type { formRoutes } from '#shared/forms/routes.ts'
import { formatWire } from '#shared/time/moscow.ts'
import { handInForm } from './hand-in-form.ts'
import { readForm } from './read-form.ts'
import { saveFormDraft } from './save-form-draft.ts'

export const formHandlers: Handlers<typeof formRoutes> = {
  'GET /user/forms/:competition/:form': ({ caller, params }, { db, clock }) =>
    readForm(db, { accountId: caller.accountId, competitionCode: params.competition, form: params.form }, clock()),

  'PUT /user/forms/:competition/:form': ({ caller, params, body, receivedAt, idempotencyKey }, services) =>
    handInForm(services, {
      accountId: caller.accountId,
      competitionCode: params.competition,
      form: params.form,
      data: body.data,
      version: body.form_version,
      receivedAt,
      idempotencyKey,
    }),

  'GET /user/forms/:competition/:form/draft': async ({ caller, params }, { db, clock }) => {
    const { accountId } = caller
    const name = { competitionCode: params.competition, code: params.form, type: 'form' }
    const { row } = await oneStage(db, accountId, name, clock())
    const draft = await draftOf(db, { accountId, stageId: row.id })
    return {
      draft: draft?.data ?? {},
      revision: draft?.revision ?? 0,
      saved_at: draft && formatWire(draft.saved_at),
    }
  },

  'PUT /user/forms/:competition/:form/draft': async ({ caller, params, body, receivedAt }, services) => {
    const saved = await saveFormDraft(services, {
      accountId: caller.accountId,
      competitionCode: params.competition,
      form: params.form,
      data: body.data,
      revision: body.revision,
      receivedAt,
    })
    return { ...saved, saved_at: formatWire(saved.saved_at) }
  },
}
