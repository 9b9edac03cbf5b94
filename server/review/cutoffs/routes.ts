import { handlersOf } from '#server/services.ts'
import type { cutoffRoutes } from '#shared/review/cutoffs/routes.ts'
import { confirmProtocol, withdrawProtocol } from './confirm.ts'
import { addCutoff, dropCutoff, saveCutoff } from './edit-cutoffs.ts'
import { freezeCutoff } from './freeze.ts'
import { compareCutoffs, listCutoffPeople, listCutoffs, readCutoff } from './read-cutoff.ts'
import { listProtocolPeople, readProtocol } from './read-protocol.ts'

const named = ({ competition, cutoff_id }: { competition: string; cutoff_id: number }) => ({
  ...{ competition, cutoffId: cutoff_id },
})

export const cutoffHandlers = handlersOf<typeof cutoffRoutes>()({
  'GET /admin/competitions/:competition/cutoffs': ({ params }, services) => listCutoffs(services, params.competition),

  'POST /admin/competitions/:competition/cutoffs': ({ params, body, caller }, services) =>
    addCutoff(services, caller.accountId, params.competition, body),

  'GET /admin/competitions/:competition/cutoffs/comparison': ({ params, query }, services) =>
    compareCutoffs(services, params.competition, query.ids.split(',').map(Number)),

  'GET /admin/competitions/:competition/cutoffs/:cutoff_id': ({ params }, services) =>
    readCutoff(services, named(params)),

  'PUT /admin/competitions/:competition/cutoffs/:cutoff_id': async ({ params, body, caller }, services) => {
    await saveCutoff(services, caller.accountId, named(params), body)
    return readCutoff(services, named(params), 'whole')
  },

  'DELETE /admin/competitions/:competition/cutoffs/:cutoff_id': async ({ params, caller }, services) => {
    await dropCutoff(services, caller.accountId, named(params))
    return undefined
  },

  'GET /admin/competitions/:competition/cutoffs/:cutoff_id/people': ({ params, query }, services) =>
    listCutoffPeople(services, named(params), query),

  'POST /admin/competitions/:competition/cutoffs/:cutoff_id/protocol': ({ params, body, caller }, services) =>
    freezeCutoff(services, caller.accountId, named(params), body),

  'GET /admin/competitions/:competition/protocols/:number': ({ params, caller }, services) =>
    readProtocol(services, caller.accountId, params),

  'GET /admin/competitions/:competition/protocols/:number/people': ({ params, query }, services) =>
    listProtocolPeople(services, params, query),

  'POST /admin/competitions/:competition/protocols/:number/confirmation': async (
    { params, body, caller },
    services,
  ) => {
    await confirmProtocol(services, caller.accountId, params, body.publish_at)
    return readProtocol(services, caller.accountId, params)
  },

  'POST /admin/competitions/:competition/protocols/:number/withdrawal': async ({ params, body, caller }, services) => {
    await withdrawProtocol(services, caller.accountId, params, body.reason)
    return readProtocol(services, caller.accountId, params)
  },
})
