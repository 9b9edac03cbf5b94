import { handlersOf } from '#server/services.ts'
import type { similarityRoutes } from '#shared/review/similarity/routes.ts'
import { listPairs } from './list-pairs.ts'
import { readPair } from './read-pair.ts'

export const similarityHandlers = handlersOf<typeof similarityRoutes>()({
  'GET /admin/competitions/:competition/stages/:code/similarity': ({ caller, params, query }, services) =>
    listPairs(services, caller, params, query),

  'GET /admin/competitions/:competition/stages/:code/similarity/:pair_id': ({ caller, params }, services) =>
    readPair(services, caller, params),
})
