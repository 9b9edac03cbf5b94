import { handlersOf, type Services } from '#server/services.ts'
import type { registrationConsoleRoutes } from '#shared/accounts/registration/console-routes.ts'
import { entryCodesPage } from '#shared/accounts/registration/entry-code.ts'
import { admissionEffect } from './admission-effect.ts'
import { askForConsent, documentsWithPeople } from './ask-for-consent.ts'
import { listEntryCodes, makeEntryCode, revokeEntryCode } from './entry-codes.ts'
import type { RegistrationPlace } from './registration-place.ts'

export const registrationConsoleHandlers = handlersOf<typeof registrationConsoleRoutes>()({
  'GET /admin/competitions/:competition/stages/:code/registration': ({ params }, services) =>
    overview(services, params),

  'POST /admin/competitions/:competition/stages/:code/registration/admission': ({ params, body }, services) =>
    admissionEffect(services, params, body.admission),

  'POST /admin/competitions/:competition/stages/:code/registration/consents/:document': async (
    { caller, params, body },
    services,
  ) => {
    await askForConsent(services, caller.accountId, params, { document: params.document, version: body.version })
    return overview(services, params, 'whole')
  },

  'GET /admin/competitions/:competition/stages/:code/registration/codes': ({ params, query }, services) =>
    listEntryCodes(services, params, query),

  'POST /admin/competitions/:competition/stages/:code/registration/codes': async (
    { caller, params, body },
    services,
  ) => {
    await makeEntryCode(services, caller.accountId, params, body)
    return listEntryCodes(services, params, { limit: entryCodesPage, offset: 0 })
  },

  'POST /admin/competitions/:competition/stages/:code/registration/codes/:id/revocation': async (
    { caller, params },
    services,
  ) => {
    await revokeEntryCode(services, caller.accountId, params, params.id)
  },
})

async function overview(services: Services, place: RegistrationPlace, how?: 'whole') {
  const agreed = await documentsWithPeople(services, place, how)
  const all = await services.dictionaries.now(services.db)
  const options = (name: string) =>
    (all.byName.get(name)?.items ?? [])
      .filter(({ retired, competition }) => !retired && (competition === null || competition === place.competition))
      .map(({ id, value }) => ({ id, value }))
  return {
    education_levels: options('education_levels'),
    countries: options('countries'),
    regions: options('regions'),
    ...agreed,
  }
}
