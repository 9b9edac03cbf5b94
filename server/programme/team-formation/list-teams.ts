import { addressHash } from '#server/accounts/invitations/address-hash.ts'
import type { Services } from '#server/services.ts'
import type { Page } from '#shared/platform/api/page.ts'
import type { Standing } from '#shared/programme/team-formation/team-rights.ts'
import { formationStage, type InStage, rememberedFormation, whyNoChanges } from './formation-stage.ts'
import { readLettersTo } from './letters-to.ts'
import { ownTeam } from './own-team.ts'
import { crowdedTeams, standingAt, teamsOf } from './team-pages.ts'

interface OfList extends InStage, Page {
  team_name: string
}

/**
 * A page of the stage's teams, and the reader's own standing. With very many teams it takes one statement, and one more
 * if the reader may have been invited by a letter; otherwise three. Only the names of members are shown.
 */
export async function listTeams(services: Pick<Services, 'db' | 'seasons' | 'config'>, of: OfList, now: Date) {
  const read = (await crowded(services, of, now)) ?? (await counted(services, of, now))
  const { stage, page, letters } = read
  const { looking, leads, invitations, elsewhere } = read.standing
  const reason = whyNoChanges(stage, now)
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
      ...letters.filter(({ team_id }) => !invitations.some((one) => one.team_id === team_id)),
    ],
    looking,
    size: { min: stage.rules.min, max: stage.rules.max },
    may_change: reason === '',
    reason,
  }
}

async function crowded(services: Pick<Services, 'db' | 'seasons' | 'config'>, of: OfList, now: Date) {
  const { db, config } = services
  const stage = await rememberedFormation(services, of, now)
  if (!stage) return null
  const { row, versions, rules } = stage
  const known = { ...of, max: rules.max, own: ownTeam(stage), competitionCode: row.competitionCode, versions }
  const read = await crowdedTeams(db, known, of, now)
  if (!read) return null
  const { email } = read.standing
  const letters = email === null ? [] : await readLettersTo(db, addressHash(config, email), of.stageId)
  return { stage, letters, ...read }
}

async function counted({ db, seasons, config }: Pick<Services, 'db' | 'seasons' | 'config'>, of: OfList, now: Date) {
  const [stage, standing] = await Promise.all([formationStage(db, seasons, of, now), standingAt(db, of)])
  const address = standing.email === null ? null : addressHash(config, standing.email)
  const page = await teamsOf(db, { ...of, max: stage.rules.max, address }, of)
  return { stage, standing, page, letters: page.letters }
}

function standing(state: string | null, leads: boolean): Standing {
  if (state === 'active') return leads ? 'captain' : 'member'
  return state === 'requested' || state === 'invited' ? state : null
}
