import { handlersOf } from '#server/services.ts'
import type { participantRoutes } from '#shared/people/participants/routes.ts'
import { forgetAudience, listAudiences, saveAudience } from './audiences.ts'
import { disqualify, extendDeadline, restore } from './change-participant.ts'
import { extendGroup, groupExtensions } from './extend-group.ts'
import { findParticipants } from './find-participants.ts'
import { readParticipant } from './read-participant.ts'
import { setTags } from './tags.ts'

const named = ({ competition, test_id }: { competition: string; test_id: number }) => ({ competition, testId: test_id })

export const participantHandlers = handlersOf<typeof participantRoutes>()({
  'GET /admin/competitions/:competition/participants': ({ params, query }, services) =>
    findParticipants(services, params.competition, query),

  'GET /admin/competitions/:competition/participants/:test_id': ({ params }, services) =>
    readParticipant(services, named(params)),

  'POST /admin/competitions/:competition/participants/:test_id/extensions': async (
    { params, body, caller },
    services,
  ) => {
    await extendDeadline(services, caller, named(params), body)
    return readParticipant(services, named(params))
  },

  'POST /admin/competitions/:competition/participants/:test_id/disqualification': async (
    { params, body, caller },
    services,
  ) => {
    await disqualify(services, caller, named(params), body)
    return readParticipant(services, named(params))
  },

  'POST /admin/competitions/:competition/participants/:test_id/restoration': async (
    { params, body, caller },
    services,
  ) => {
    await restore(services, caller, named(params), body.reason)
    return readParticipant(services, named(params))
  },

  'PUT /admin/competitions/:competition/participants/:test_id/tags': async ({ params, body, caller }, services) => {
    await setTags(services, caller, named(params), body.tags)
    return readParticipant(services, named(params))
  },

  'GET /admin/competitions/:competition/audiences': ({ params }, services) =>
    listAudiences(services, params.competition),

  'POST /admin/competitions/:competition/audiences': async ({ params, body, caller }, services) => {
    await saveAudience(services, caller, params.competition, body)
    return listAudiences(services, params.competition)
  },

  'DELETE /admin/competitions/:competition/audiences/:audience_id': async ({ params, caller }, services) => {
    await forgetAudience(services, caller, params.competition, params.audience_id)
    return listAudiences(services, params.competition)
  },

  'GET /admin/competitions/:competition/stages/:code/extensions': ({ params }, services) =>
    groupExtensions(services, params),

  'POST /admin/competitions/:competition/stages/:code/extensions': async ({ params, body, caller }, services) => {
    await extendGroup(services, caller, params, body)
    return groupExtensions(services, params, 'whole')
  },
})
