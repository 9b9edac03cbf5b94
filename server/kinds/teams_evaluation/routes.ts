import { handlersOf } from '#server/services.ts'
import type { teamsEvaluationRoutes } from '#shared/kinds/teams_evaluation/routes.ts'
import { countMarks } from './count-marks.ts'
import { listEvaluatedTeams } from './list-teams.ts'
import { nameObservers } from './name-observers.ts'
import { agreeOnTeam, handInObservation, listObservations, readObservation, saveObservation } from './observe.ts'
import { readMarksPage } from './read-page.ts'
import { remindRaters } from './remind-raters.ts'
import { handInMarks, saveMarks, takeMarksBack } from './save-marks.ts'

const of = ({ caller, params }: { caller: { accountId: number }; params: { stage_id: number } }) => ({
  accountId: caller.accountId,
  stageId: params.stage_id,
})

export const teamsEvaluationHandlers = handlersOf<typeof teamsEvaluationRoutes>()({
  'GET /user/stages/:stage_id/team-marks': (call, services) => readMarksPage(services, of(call)),

  'PUT /user/stages/:stage_id/team-marks': (call, services) =>
    saveMarks(services, of(call), call.body.sheets, call.body.revision),

  'POST /user/stages/:stage_id/team-marks': (call, services) => handInMarks(services, of(call), call.body.sheets),

  'POST /user/stages/:stage_id/team-marks/take-back': (call, services) => takeMarksBack(services, of(call)),

  'GET /admin/competitions/:competition/stages/:code/team-marks': ({ params, query }, services) =>
    listEvaluatedTeams(services, params, query),

  'POST /admin/competitions/:competition/stages/:code/team-marks/reminder': ({ params, caller }, services) =>
    remindRaters(services, caller.accountId, params),

  'POST /admin/competitions/:competition/stages/:code/team-marks/count': ({ params, body, caller }, services) =>
    countMarks(services, caller.accountId, params, body),

  'PUT /admin/competitions/:competition/stages/:code/team-marks/teams/:team_id/observers': async (
    { params, body, caller },
    services,
  ) => {
    await nameObservers(services, caller.accountId, params, { teamId: params.team_id, observers: body.observers })
    return undefined
  },

  'GET /desk/observations': ({ caller }, services) => listObservations(services, caller),

  'GET /desk/observations/:observation_id': ({ caller, params }, services) =>
    readObservation(services, caller, params.observation_id),

  'PUT /desk/observations/:observation_id/draft': ({ caller, params, body }, services) =>
    saveObservation(services, caller, params.observation_id, body, body.revision),

  'POST /desk/observations/:observation_id/marks': async ({ caller, params, body }, services) => {
    await handInObservation(services, caller, params.observation_id, body)
    return undefined
  },

  'PUT /desk/observations/:observation_id/agreed': async ({ caller, params, body }, services) => {
    await agreeOnTeam(services, caller, params.observation_id, body)
    return undefined
  },
})
