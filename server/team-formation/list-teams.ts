import type { Services } from '#server/services.ts'
import type { Page } from '#shared/api/page.ts'
import type { Standing } from '#shared/team-formation/team-rights.ts'
import { formationStage, type InStage, whyNoChanges } from './formation-stage.ts'
import { ownTeam } from './own-team.ts'
import { countTeams, standingAt, teamsOf } from './store.ts'
import { lettersTo } from './team-letters.ts'

/** A page of the stage's teams, and the reader's own situation. Of the members only names are shown. */
export async function listTeams(
  { db, seasons, config }: Pick<Services, 'db' | 'seasons' | 'config'>,
  of: InStage & Page & { team_name: string },
  now: Date,
) {
  const stage = await formationStage(db, seasons, of, now)
  const own = stage.own.team?.id ?? null
  const reason = whyNoChanges(stage, now)
  const [rows, { looking, leads, email, invitations, elsewhere }] = await Promise.all([
    teamsOf(db, { ...of, max: stage.rules.max, own: ownTeam(stage) }, of, now),
    standingAt(db, { ...of, teamId: own }),
  ])
  const letters = own === null && email !== null ? await lettersTo(db, config, { email, stageId: of.stageId }) : []
  return {
    teams: rows.map(({ id, name, places_left, my_team, takes_requests, own: state, members }) => ({
      team_id: id,
      name,
      places_left,
      my_team,
      takes_requests,
      standing: standing(state, leads),
      members: members.map(({ user_id, last_name, first_name }) => ({ user_id, last_name, first_name })),
    })),
    count: rows[0]?.found ?? (of.offset === 0 ? 0 : await countTeams(db, of.stageId, of.team_name)),
    team_id: own,
    elsewhere,
    captain: leads,
    invitations: [
      ...invitations,
      ...letters.filter(({ team_id }) => !invitations.some((one) => one.team_id === team_id)),
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
