import { handlersOf, type Services } from '#server/services.ts'
import type { FormSchema } from '#shared/forms/fields/field.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import type { formBuildingRoutes } from '#shared/seasons/forms/routes.ts'
import { shownForm, storedForm } from './edited-form.ts'
import { importDictionary, knownDictionaries } from './own-dictionaries.ts'
import { dropForm, publishDraft, saveForm } from './save-form.ts'

export const formBuildingHandlers = handlersOf<typeof formBuildingRoutes>()({
  'GET /admin/competitions/:competition/stages/:code/form': async ({ params }, services) =>
    shownForm(services, services.db, await storedForm(services, services.db, params)),

  'PUT /admin/competitions/:competition/stages/:code/form': ({ caller, params, body }, services) =>
    saveForm(services, caller.accountId, params, { revision: body.revision, form: body.form as FormSchema }),

  'POST /admin/competitions/:competition/stages/:code/form/publish': ({ caller, params, body }, services) =>
    publishDraft(services, caller.accountId, params, body),

  'DELETE /admin/competitions/:competition/stages/:code/form': ({ caller, params, query }, services) =>
    dropForm(services, caller.accountId, params, query.revision),

  'GET /admin/competitions/:competition/dictionaries': async ({ params }, services) => {
    await refuseUnknown(services, params.competition)
    return { dictionaries: await knownDictionaries(services.db, params.competition) }
  },

  'POST /admin/competitions/:competition/dictionaries/:dict/import': async (
    { caller, params, query, request },
    services,
  ) => {
    await refuseUnknown(services, params.competition)
    await importDictionary(services, request, caller.accountId, { ...params, title: query.title.trim() })
    return { dictionaries: await knownDictionaries(services.db, params.competition) }
  },
})

async function refuseUnknown({ db, seasons }: Services, competition: string): Promise<void> {
  if (!(await seasons.of(db, competition))) throw new Refusal('competition_not_found')
}
