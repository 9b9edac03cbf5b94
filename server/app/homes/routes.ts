import { handlersOf } from '#server/services.ts'
import type { homeRoutes } from '#shared/accounts/homes/routes.ts'
import { listDuties } from './list-duties.ts'

export const homeHandlers = handlersOf<typeof homeRoutes>()({
  'PUT /user/home': async ({ caller, body }, { db }) => {
    await db.updateTable('accounts').set({ home: body.home }).where('id', '=', caller.accountId).execute()
    return undefined
  },

  'GET /user/duties': ({ caller }, services) => listDuties(services, caller),
})
