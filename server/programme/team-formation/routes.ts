import { handlersOf, type Services } from '#server/services.ts'
import type { teamFormationRoutes } from '#shared/programme/team-formation/routes.ts'
import { changeTeam } from './change-team.ts'
import { limitCodeGuesses, readByLink } from './code-guesses.ts'
import { createTeam } from './create-team.ts'
import { formationStage } from './formation-stage.ts'
import { cancelCode, renewCode, teamByCode } from './invite-code.ts'
import { invitePerson } from './invite-person.ts'
import { joinTeam } from './join-team.ts'
import { removeMember } from './leave-team.ts'
import { listTeams } from './list-teams.ts'
import { nameDuty } from './name-duty.ts'
import { readProfile, saveProfile } from './profile.ts'
import { readTeam } from './read-team.ts'
import { remindMember } from './remind-member.ts'
import { askReplacement, withdrawReplacement } from './replacements.ts'
import { listSeekers, setLooking } from './seekers.ts'
import { sendToCheck } from './send-to-check.ts'
import { acceptRequest, handOver } from './settle-member.ts'
import { inviteByEmail, withdrawLetter } from './team-letters.ts'
import { bringLetter, sendTeamFile } from './team-papers.ts'

interface Of {
  accountId: number
  teamId: number
  code?: string | undefined
}
type OfTeam = { caller: { accountId: number }; params: { team_id: number } }
const team = ({ caller, params }: OfTeam) => ({ accountId: caller.accountId, teamId: params.team_id })
const stage = ({ caller, params }: { caller: { accountId: number }; params: { stage_id: number } }) => ({
  accountId: caller.accountId,
  stageId: params.stage_id,
})

/** Every change of a team returns the changed team. */
const thenRead = async (services: Services, of: Of, change: Promise<void>) => {
  await change
  return readTeam(services, of)
}

export const teamFormationHandlers = handlersOf<typeof teamFormationRoutes>()({
  'GET /user/teams_formation/:stage_id/teams': (call, { db, seasons, config, clock }) =>
    listTeams({ db, seasons, config }, { ...stage(call), ...call.query }, clock()),

  'POST /user/teams_formation/:stage_id/teams': (call, services) =>
    createTeam(services, { ...stage(call), ...call.body }),

  'GET /user/teams_formation/teams/:team_id': (call, services) => {
    const { invite_code: code } = call.query
    if (code === undefined) return readTeam(services, team(call))
    return readByLink(services, call, { teamId: call.params.team_id, code })
  },

  'PUT /user/teams_formation/teams/:team_id': (call, services) =>
    thenRead(
      services,
      { ...team(call), code: call.query.invite_code },
      changeTeam(services, { ...team(call), ...call.body }),
    ),

  'POST /user/teams_formation/teams/:team_id/members': (call, services) =>
    limitCodeGuesses(services, call, { teamId: call.params.team_id, code: call.body.invite_code }, (code) =>
      joinTeam(services, { ...team(call), code }),
    ),

  'PUT /user/teams_formation/teams/:team_id/members/:user_id': (call, services) => {
    const of = { ...team(call), userId: call.params.user_id }
    return thenRead(services, of, call.body.become === 'captain' ? handOver(services, of) : acceptRequest(services, of))
  },

  'DELETE /user/teams_formation/teams/:team_id/members/:user_id': (call, services) =>
    removeMember(services, { ...team(call), userId: call.params.user_id }),

  'POST /user/teams_formation/teams/:team_id/check': (call, services) =>
    thenRead(services, team(call), sendToCheck(services, team(call))),

  'PUT /user/teams_formation/teams/:team_id/members/:user_id/duty': (call, services) =>
    thenRead(
      services,
      team(call),
      nameDuty(services, { ...team(call), userId: call.params.user_id, duty: call.body.duty }),
    ),

  'PUT /user/teams_formation/teams/:team_id/letter': (call, services) =>
    thenRead(services, team(call), bringLetter(services, { ...team(call), letter: call.body.letter })),

  'GET /user/teams_formation/teams/:team_id/files/:file_id': (call, services) =>
    sendTeamFile(services, call.reply, { ...team(call), fileId: call.params.file_id }),

  'POST /user/teams_formation/teams/:team_id/replacements': (call, services) =>
    thenRead(services, team(call), askReplacement(services, { ...team(call), ...call.body })),

  'DELETE /user/teams_formation/teams/:team_id/replacements/:replacement_id': (call, services) =>
    thenRead(
      services,
      team(call),
      withdrawReplacement(services, { ...team(call), replacementId: call.params.replacement_id }),
    ),

  'POST /user/teams_formation/teams/:team_id/invite_code': (call, services) =>
    thenRead(services, team(call), renewCode(services, { ...team(call), ...call.body })),

  'DELETE /user/teams_formation/teams/:team_id/invite_code': (call, services) =>
    thenRead(services, team(call), cancelCode(services, team(call))),

  'POST /user/teams_formation/teams/:team_id/members/:user_id/invitation': (call, services) =>
    thenRead(services, team(call), invitePerson(services, { ...team(call), userId: call.params.user_id })),

  'POST /user/teams_formation/teams/:team_id/letters': (call, services) =>
    thenRead(services, team(call), inviteByEmail(services, { ...team(call), email: call.body.email })),

  'DELETE /user/teams_formation/teams/:team_id/letters/:letter_id': (call, services) =>
    thenRead(services, team(call), withdrawLetter(services, { ...team(call), letterId: call.params.letter_id })),

  'POST /user/teams_formation/teams/:team_id/members/:user_id/reminder': (call, services) =>
    thenRead(services, team(call), remindMember(services, { ...team(call), userId: call.params.user_id })),

  'POST /user/teams_formation/stages/:stage_id/invited_team': async (call, services) => {
    await formationStage(services.db, services.seasons, stage(call), services.clock())
    return limitCodeGuesses(
      services,
      call,
      { stageId: call.params.stage_id, code: call.body.invite_code },
      (code = '') => teamByCode(services, { stageId: call.params.stage_id, code }),
    )
  },

  'GET /user/teams_formation/stages/:stage_id/seekers': (call, { db, seasons, clock }) =>
    listSeekers(db, seasons, { ...stage(call), ...call.query }, clock()),

  'PUT /user/teams_formation/stages/:stage_id/looking': (call, services) =>
    setLooking(services, { ...stage(call), ...call.body }),

  'GET /user/teams_formation/members/:user_id/profile': ({ caller, params }, { db }) =>
    readProfile(db, caller.accountId, params.user_id),

  'POST /user/teams_formation/members/:user_id/profile': ({ caller, params, body }, services) =>
    saveProfile(services, { accountId: caller.accountId, userId: params.user_id, ...body }),

  'PUT /user/teams_formation/members/:user_id/profile': ({ caller, params, body }, services) =>
    saveProfile(services, { accountId: caller.accountId, userId: params.user_id, ...body }),
})
