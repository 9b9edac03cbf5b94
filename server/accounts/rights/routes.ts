import { handlersOf } from '#server/services.ts'
import type { rightsRoutes } from '#shared/accounts/rights/routes.ts'
import { inviteToPortal, listPortalRights, setPortalRights, withdrawFromPortal } from './portal-rights.ts'
import { inviteOrganiser, listRights, setRights, withdrawRights } from './rights.ts'

export const rightsHandlers = handlersOf<typeof rightsRoutes>()({
  'GET /admin/competitions/:competition/rights': ({ params, caller }, services) =>
    listRights(services, caller, params.competition),

  'PUT /admin/competitions/:competition/rights/:test_id': async ({ params, body, caller }, services) => {
    const { competition, test_id: testId } = params
    await setRights(services, caller, { competition, testId }, body.flags)
    return listRights(services, caller, competition)
  },

  'POST /admin/competitions/:competition/rights/invitations': async ({ params, body, caller }, services) => {
    await inviteOrganiser(services, caller, params.competition, body)
    return listRights(services, caller, params.competition)
  },

  'DELETE /admin/competitions/:competition/rights/invitations/:invitation_id': async ({ params, caller }, services) => {
    const { competition, invitation_id: invitationId } = params
    await withdrawRights(services, caller, { competition, invitationId })
    return listRights(services, caller, competition)
  },

  'GET /admin/rights': ({ caller }, services) => listPortalRights(services, caller),

  'PUT /admin/rights/:test_id': async ({ params, body, caller }, services) => {
    await setPortalRights(services, caller, params.test_id, body.flags)
    return listPortalRights(services, caller)
  },

  'POST /admin/rights/invitations': async ({ body, caller }, services) => {
    await inviteToPortal(services, caller, body)
    return listPortalRights(services, caller)
  },

  'DELETE /admin/rights/invitations/:invitation_id': async ({ params, caller }, services) => {
    await withdrawFromPortal(services, caller, params.invitation_id)
    return listPortalRights(services, caller)
  },
})
