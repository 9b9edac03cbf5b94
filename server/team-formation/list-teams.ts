import type { Services } from '#server/services.ts'
import type { Page } from '#shared/api/page.ts'
import { captainOf, type Standing } from '#shared/team-formation/team-rights.ts'
import { formationStage, type InStage, whyNoChanges } from './formation-stage.ts'
import { countTeams, namesOf, standingAt, teamsOf } from './store.ts'
import { lettersTo } from './team-letters.ts'

/** A page of the stage's teams, and the reader's own situation. Of the members only names are shown. */
export async function listTeams(
  { db, seasons, config }: Pick<Services, 'db' | 'seasons' | 'config'>,
  of: InStage & Page & { team_name: string },
  now: Date,
) {
  const stage = await formationStage(db, seasons, of, now)
  const rows = await teamsOf(db, { ...of, max: stage.rules.max }, of)
  const own = stage.own.team?.id ?? null
  const ids = rows.map(({ id }) => id)
  const names = await namesOf(db, own === null || ids.includes(own) ? ids : [...ids, own])
  const ofTeam = (id: number) => names.filter(({ team_id }) => team_id === id)
  const leads = (id: number) => captainOf(ofTeam(id))?.account_id === of.accountId
  const reason = whyNoChanges(stage, now)
  const { looking, invitations } = await standingAt(db, of)
  const letters = own === null ? await lettersTo(db, config, of) : []
  return {
    teams: rows.map(({ id, name, places_left, my_team, takes_requests, own: state }) => ({
      team_id: id,
      name,
      places_left,
      my_team,
      takes_requests,
      standing: standing(state, leads(id)),
      members: ofTeam(id).map(({ test_id, last_name, first_name }) => ({ user_id: test_id, last_name, first_name })),
    })),
    count: rows[0]?.found ?? (of.offset === 0 ? 0 : await countTeams(db, of.stageId, of.team_name)),
    team_id: own,
    captain: own !== null && leads(own),
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
