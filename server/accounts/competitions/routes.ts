import { handlersOf } from '#server/services.ts'
import type { competitionRoutes } from '#shared/seasons/competitions/routes.ts'
import { listCompetitions, listOwnCompetitions } from './list-competitions.ts'
import { listTracks } from './list-tracks.ts'

export const competitionHandlers = handlersOf<typeof competitionRoutes>()({
  'GET /competitions': ({ query }, services) => listCompetitions(services, query, services.clock()),

  'GET /user/competitions': ({ caller, query }, services) =>
    listOwnCompetitions(services, caller.accountId, query, services.clock()),

  'GET /user/tracks': async ({ caller, query }, services) => ({
    tracks: await listTracks(services, caller.accountId, query.competition_code, services.clock()),
  }),
})
