import { handlersOf } from '#server/services.ts'
import type { duplicateRoutes } from '#shared/accounts/duplicates/routes.ts'
import { comparePair, tellApart } from './compare.ts'
import { findPairs } from './find-pairs.ts'
import { confirmMerge, proposeMerge, stopMerge } from './propose-merge.ts'

interface Params {
  competition: string
  test_id: number
  other_id: number
}
const named = ({ competition, test_id, other_id }: Params) => ({ competition, testId: test_id, otherId: other_id })

export const duplicateHandlers = handlersOf<typeof duplicateRoutes>()({
  'GET /admin/competitions/:competition/duplicates': ({ params, query, caller }, services) =>
    findPairs(services, caller, params.competition, query),

  'GET /admin/competitions/:competition/duplicates/:test_id/:other_id': ({ params, caller }, services) =>
    comparePair(services, caller, named(params)),

  'PUT /admin/competitions/:competition/duplicates/:test_id/:other_id/apart': ({ params, body, caller }, services) =>
    tellApart(services, caller, named(params), body.reason),

  'DELETE /admin/competitions/:competition/duplicates/:test_id/:other_id/apart': ({ params, caller }, services) =>
    tellApart(services, caller, named(params), null),

  'POST /admin/competitions/:competition/duplicates/:test_id/:other_id/merge': ({ params, body, caller }, services) =>
    proposeMerge(services, caller, named(params), body),

  'POST /admin/competitions/:competition/merges/:act_id/confirm': async ({ params, body, caller }, services) => {
    await confirmMerge(services, caller, params, body.reason)
    return undefined
  },

  'POST /admin/competitions/:competition/merges/:act_id/stop': async ({ params, body, caller }, services) => {
    await stopMerge(services, caller, params, body.reason)
    return undefined
  },
})
