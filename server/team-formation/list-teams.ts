import { addressHash } from '#server/invitations/address-hash.ts'
import type { Services } from '#server/services.ts'
import type { Page } from '#shared/api/page.ts'
import type { Standing } from '#shared/team-formation/team-rights.ts'
import { formationStage, type InStage, whyNoChanges } from './formation-stage.ts'
import { ownTeam } from './own-team.ts'
import { standingAt, teamsOf } from './team-pages.ts'

/**
 * A page of the stage's teams, and the reader's own situation, in three statements of which two run at once. Of the members
 * only names are shown.
 */
export async function listTeams(
  { db, seasons, config }: Pick<Services, 'db' | 'seasons' | 'config'>,
  of: InStage & Page & { team_name: string },
  now: Date,
) {
  const [stage, { looking, leads, email, invitations, elsewhere }] = await Promise.all([
    formationStage(db, seasons, of, now),
    standingAt(db, of),
  ])
  const reason = whyNoChanges(stage, now)
  const address = email === null ? null : addressHash(config, email)
  const page = await teamsOf(db, { ...of, address, max: stage.rules.max, own: ownTeam(stage) }, of, now)
  return {
    teams: page.teams.map(({ id, name, places_left, my_team, takes_requests, own: state, members }) => ({
      team_id: id,
      name,
      places_left,
      my_team,
      takes_requests,
      standing: standing(state, leads),
      members: members.map(({ user_id, last_name, first_name }) => ({ user_id, last_name, first_name })),
    })),
    count: page.found,
    team_id: stage.own.team?.id ?? null,
    elsewhere,
    captain: leads,
    invitations: [
      ...invitations,
      ...page.letters.filter(({ team_id }) => !invitations.some((one) => one.team_id === team_id)),
    ],
    looking,
    size: { min: stage.rules.min, max: stage.rules.max },
    may_change: reason === '',
    reason,
  }
}

function standing(state: string | null, leads: boolean): Standing {
  if (state === 'active') return leads ? 'captain' : 'member'
  return state === 'requested' || state === 'invited' ? state : null
}
