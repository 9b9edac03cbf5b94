import { oneTeam } from '#server/programme/team-formation/store.ts'
import { sendPaper } from '#server/programme/team-formation/team-papers.ts'
import { handlersOf, type Services } from '#server/services.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import type { teamsFormingRoutes } from '#shared/programme/teams_forming/routes.ts'
import { assembleTeams, previewAssembly } from './assembly.ts'
import { bringIn, nameCaptain, takeOut } from './change-members.ts'
import { dissolveTeam, mergeTeams, splitTeam } from './change-teams.ts'
import { checkTeam, readTeamOnDesk, refuseUnlessChecker, releaseTeam, saveTeamDraft } from './check-team.ts'
import { decideTeam } from './decide-team.ts'
import { listTeams } from './list-teams.ts'
import { ownersFormation, type Place } from './owners-stage.ts'
import { changeGroup, dropGroup, listGroups, makeGroup } from './regional-groups.ts'
import {
  bringIntoRegional,
  changeRegionalTeam,
  dropRegionalTeam,
  listRegionalTeams,
  makeTeam,
  regionalMarks,
  setRegionalMark,
  takeOutOfRegional,
} from './regional-teams.ts'
import { decideReplacement, listReplacements } from './replacements.ts'
import { showTeam } from './show-team.ts'

interface Params extends Place {
  team_id: number
}

const placeOf = ({ competition, code }: Place): Place => ({ competition, code })

/** Every change of a team returns the changed team. */
const thenShow = async (services: Services, params: Params, change: Promise<unknown>, teamId = params.team_id) => {
  await change
  return showTeam(services, placeOf(params), teamId)
}

/** For calls with an empty answer. */
const thenNothing = async (change: Promise<unknown>): Promise<undefined> => {
  await change
  return undefined
}

export const teamsFormingHandlers = handlersOf<typeof teamsFormingRoutes>()({
  'GET /admin/competitions/:competition/stages/:code/regional-groups': ({ params }, services) =>
    listGroups(services, params),

  'POST /admin/competitions/:competition/stages/:code/regional-groups': ({ params, body, caller }, services) =>
    makeGroup(services, caller.accountId, params, body),

  'PUT /admin/competitions/:competition/stages/:code/regional-groups/:group_id': ({ params, body, caller }, services) =>
    thenNothing(changeGroup(services, caller.accountId, params, body)),

  'DELETE /admin/competitions/:competition/stages/:code/regional-groups/:group_id': ({ params, caller }, services) =>
    thenNothing(dropGroup(services, caller.accountId, params)),

  'GET /admin/competitions/:competition/stages/:code/regional-groups/:group_id/teams': ({ params, query }, services) =>
    listRegionalTeams(services, params, query),

  'POST /admin/competitions/:competition/stages/:code/regional-groups/:group_id/teams': (
    { params, body, caller },
    services,
  ) => makeTeam(services, caller.accountId, params, body),

  'PUT /admin/competitions/:competition/stages/:code/regional-teams/:team_id': ({ params, body, caller }, services) =>
    thenNothing(changeRegionalTeam(services, caller.accountId, params, body)),

  'DELETE /admin/competitions/:competition/stages/:code/regional-teams/:team_id': ({ params, caller }, services) =>
    thenNothing(dropRegionalTeam(services, caller.accountId, params)),

  'PUT /admin/competitions/:competition/stages/:code/regional-teams/:team_id/members/:test_id': (
    { params, body, caller },
    services,
  ) => thenNothing(bringIntoRegional(services, caller.accountId, params, body.reason)),

  'POST /admin/competitions/:competition/stages/:code/regional-teams/:team_id/members/:test_id/removal': (
    { params, body, caller },
    services,
  ) => thenNothing(takeOutOfRegional(services, caller.accountId, params, body.reason)),

  'GET /admin/competitions/:competition/stages/:code/regional-teams/:team_id/marks': ({ params }, services) =>
    regionalMarks(services, params),

  'PUT /admin/competitions/:competition/stages/:code/regional-teams/:team_id/marks': (
    { params, body, caller },
    services,
  ) => thenNothing(setRegionalMark(services, caller.accountId, params, body)),

  'GET /admin/competitions/:competition/stages/:code/teams': ({ params, query }, services) =>
    listTeams(services, params, query),

  'GET /admin/competitions/:competition/stages/:code/teams/:team_id': ({ params }, services) =>
    showTeam(services, placeOf(params), params.team_id),

  'PUT /admin/competitions/:competition/stages/:code/teams/:team_id/verdict': ({ params, body, caller }, services) =>
    thenShow(
      services,
      params,
      decideTeam(services, caller.accountId, placeOf(params), { teamId: params.team_id, ...body }),
    ),

  'PUT /admin/competitions/:competition/stages/:code/teams/:team_id/members/:test_id': (
    { params, body, caller },
    services,
  ) => {
    const change = body.become === 'captain' ? nameCaptain : bringIn
    const of = { teamId: params.team_id, testId: params.test_id, reason: body.reason }
    return thenShow(services, params, change(services, caller.accountId, placeOf(params), of))
  },

  'POST /admin/competitions/:competition/stages/:code/teams/:team_id/members/:test_id/removal': (
    { params, body, caller },
    services,
  ) => {
    const of = { teamId: params.team_id, testId: params.test_id, reason: body.reason }
    return thenShow(services, params, takeOut(services, caller.accountId, placeOf(params), of))
  },

  'POST /admin/competitions/:competition/stages/:code/teams/:team_id/merge': ({ params, body, caller }, services) =>
    thenShow(
      services,
      params,
      mergeTeams(services, caller.accountId, placeOf(params), { teamId: params.team_id, ...body }),
      body.into,
    ),

  'POST /admin/competitions/:competition/stages/:code/teams/:team_id/split': async (
    { params, body, caller },
    services,
  ) => {
    const made = await splitTeam(services, caller.accountId, placeOf(params), { teamId: params.team_id, ...body })
    return showTeam(services, placeOf(params), made)
  },

  'POST /admin/competitions/:competition/stages/:code/teams/:team_id/dissolve': async (
    { params, body, caller },
    services,
  ) => {
    await dissolveTeam(services, caller.accountId, placeOf(params), { teamId: params.team_id, ...body })
    return undefined
  },

  'GET /admin/competitions/:competition/stages/:code/teams/:team_id/files/:file_id': async (
    { params, reply },
    services,
  ) => {
    const { stage } = await ownersFormation(services, placeOf(params))
    const team = await oneTeam(services.db, params.team_id)
    if (team.stage_id !== stage.id) throw new Refusal('formed_team_not_found')
    return sendPaper(services, reply, { teamId: team.id, fileId: params.file_id })
  },

  'GET /admin/competitions/:competition/stages/:code/team-replacements': ({ params, query }, services) =>
    listReplacements(services, params, query),

  'PUT /admin/competitions/:competition/stages/:code/team-replacements/:replacement_id': async (
    { params, body, caller },
    services,
  ) => {
    const of = { replacementId: params.replacement_id, ...body }
    await decideReplacement(services, caller.accountId, placeOf(params), of)
    return undefined
  },

  'GET /admin/competitions/:competition/stages/:code/teams-assembly': ({ params }, services) =>
    previewAssembly(services, params),

  'POST /admin/competitions/:competition/stages/:code/teams-assembly': ({ params, body, caller }, services) =>
    assembleTeams(services, caller.accountId, params, body.fingerprint),

  'GET /desk/teams/:team_id': ({ caller, params }, services) => readTeamOnDesk(services, caller, params.team_id),

  'GET /desk/teams/:team_id/files/:file_id': async ({ caller, params, reply }, services) => {
    await refuseUnlessChecker(services, caller, params.team_id)
    return sendPaper(services, reply, { teamId: params.team_id, fileId: params.file_id })
  },

  'PUT /desk/teams/:team_id/draft': ({ caller, params, body }, services) =>
    saveTeamDraft(services, caller, { teamId: params.team_id, data: body.data, basedOn: body.revision }),

  'POST /desk/teams/:team_id/check': ({ caller, params, body }, services) =>
    checkTeam(services, caller, {
      teamId: params.team_id,
      verdict: body.verdict,
      members: body.members,
      reasonCode: body.reason_code ?? '',
      reason: body.reason ?? '',
      note: body.note ?? '',
    }),

  'DELETE /desk/teams/:team_id/hold': async ({ caller, params }, services) => {
    await releaseTeam(services, caller, params.team_id)
    return undefined
  },
})
