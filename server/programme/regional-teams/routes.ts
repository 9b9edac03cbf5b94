import { handlersOf } from '#server/services.ts'
import { formatWire } from '#shared/platform/time/moscow.ts'
import type { teamRoutes } from '#shared/programme/regional-teams/routes.ts'
import { assessTeammates } from './assess-teammates.ts'
import { joinTeam } from './join-team.ts'
import { leaveTeam } from './leave-team.ts'
import { myGroup } from './my-group.ts'
import { myTeam, myTeamAssessments } from './my-team.ts'
import { regionalStage } from './regional-stage.ts'
import { saveProfile } from './save-profile.ts'
import { profileOf } from './store.ts'

interface Call {
  caller: { accountId: number }
  params: { code: string }
}
const of = ({ caller, params }: Call) => ({ accountId: caller.accountId, competitionCode: params.code })

export const teamHandlers = handlersOf<typeof teamRoutes>()({
  'GET /user/:code/regional_teams/my-group': (call, { db, seasons, clock }) =>
    myGroup(db, seasons, { ...of(call), ...call.query }, clock()),

  'POST /user/:code/regional_teams/join-team': (call, services) =>
    joinTeam(services, { ...of(call), teamId: call.body.team_id }),

  'POST /user/:code/regional_teams/leave-team': (call, services) => leaveTeam(services, of(call)),

  'GET /user/:code/regional_teams/my-team': (call, { db, seasons, clock }) => myTeam(db, seasons, of(call), clock()),

  'GET /user/:code/regional_teams/my-profile': async (call, { db, seasons, clock }) => {
    await regionalStage(db, seasons, of(call), clock())
    const profile = await profileOf(db, of(call))
    if (!profile) return { skills: '', about: '', saved_at: null }
    return { ...profile, saved_at: formatWire(profile.saved_at) }
  },

  'POST /user/:code/regional_teams/my-profile': (call, services) =>
    saveProfile(services, { ...of(call), ...call.body }),

  'GET /user/:code/regional_teams/my-team-assessments': (call, { db, seasons, clock }) =>
    myTeamAssessments(db, seasons, of(call), clock()),

  'POST /user/:code/regional_teams/my-team-assessments': (call, services) =>
    assessTeammates(services, { ...of(call), marks: call.body.assessments }),
})
