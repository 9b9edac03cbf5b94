import { handlersOf } from '#server/services.ts'
import type { playoffRoutes } from '#shared/kinds/playoff/routes.ts'
import { drawBracket } from './draw.ts'
import { declineMatch, handInMatch, listMatches, readMatch, saveMatchDraft } from './judge-match.ts'
import { readPlayoff } from './read-page.ts'
import { readPanel } from './read-panel.ts'
import { actOnMatch, dropEntrant } from './run-match.ts'
import { scheduleMatch } from './schedule-match.ts'

export const playoffHandlers = handlersOf<typeof playoffRoutes>()({
  'GET /user/stages/:stage_id/playoff': ({ caller, params }, services) =>
    readPlayoff(services, caller.accountId, params.stage_id),

  'GET /admin/competitions/:competition/stages/:code/playoff': ({ params }, services) => readPanel(services, params),

  'POST /admin/competitions/:competition/stages/:code/playoff/draw': ({ params, body, caller }, services) =>
    drawBracket(services, caller.accountId, params, body),

  'PUT /admin/competitions/:competition/stages/:code/playoff/matches/:match_id': ({ params, body, caller }, services) =>
    scheduleMatch(services, caller.accountId, params, params.match_id, body),

  'POST /admin/competitions/:competition/stages/:code/playoff/matches/:match_id': (
    { params, body, caller },
    services,
  ) => actOnMatch(services, caller.accountId, params, params.match_id, body),

  'POST /admin/competitions/:competition/stages/:code/playoff/entrants/:entrant_id/drop': (
    { params, body, caller },
    services,
  ) => dropEntrant(services, caller.accountId, params, params.entrant_id, body),

  'GET /desk/matches': ({ caller }, services) => listMatches(services, caller),

  'GET /desk/matches/:match_id': ({ caller, params }, services) => readMatch(services, caller, params.match_id),

  'PUT /desk/matches/:match_id/draft': ({ caller, params, body }, services) =>
    saveMatchDraft(services, caller, params.match_id, body, body.revision),

  'POST /desk/matches/:match_id/marks': ({ caller, params, body }, services) =>
    handInMatch(services, caller, params.match_id, body),

  'POST /desk/matches/:match_id/abstention': async ({ caller, params, body }, services) => {
    await declineMatch(services, caller, params.match_id, body)
    return undefined
  },
})
