import { handlersOf } from '#server/services.ts'
import type { chooseTracksRoutes } from '#shared/kinds/choose_tracks/routes.ts'
import { previewAllocation, publishAllocation } from './give-out.ts'
import { listTrackPeople, trackOverview } from './list-people.ts'
import { movePerson, previewMove } from './move-person.ts'
import { addTrack, announceTrack } from './new-track.ts'
import { readTracks } from './read-tracks.ts'

export const chooseTracksHandlers = handlersOf<typeof chooseTracksRoutes>()({
  'GET /user/stages/:stage_id/tracks': ({ caller, params }, services) =>
    readTracks(services, caller.accountId, params.stage_id),

  'GET /admin/competitions/:competition/stages/:code/tracks': ({ params }, services) => trackOverview(services, params),

  'GET /admin/competitions/:competition/stages/:code/tracks/people': ({ params, query }, services) =>
    listTrackPeople(services, params, query),

  'GET /admin/competitions/:competition/stages/:code/tracks/people/:test_id': ({ params, query }, services) =>
    previewMove(services, params, query.to),

  'PUT /admin/competitions/:competition/stages/:code/tracks/people/:test_id': async (
    { params, body, caller },
    services,
  ) => {
    await movePerson(services, caller.accountId, params, body)
    return undefined
  },

  'GET /admin/competitions/:competition/stages/:code/tracks/allocation': ({ params, query }, services) =>
    previewAllocation(services, params, query),

  'POST /admin/competitions/:competition/stages/:code/tracks/allocation': ({ params, body, caller }, services) =>
    publishAllocation(services, caller.accountId, params, body.fingerprint),

  'POST /admin/competitions/:competition/stages/:code/tracks/news': ({ params, body, caller }, services) =>
    announceTrack(services, caller.accountId, params, body),

  'POST /admin/competitions/:competition/tracks': async ({ params, body, caller }, services) => {
    await addTrack(services, caller.accountId, params.competition, body)
    return undefined
  },
})
