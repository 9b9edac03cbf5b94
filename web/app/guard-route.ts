import type { ParsedLocation } from '@tanstack/react-router'
import type { KindFacts } from '#shared/stages/kind-facts.ts'
import { regionalView } from '#shared/teams/regional-view.ts'
import { wantPlace } from '#web/auth/wanted-place.ts'
import { competitionsQuery, dressingCode, tracksQuery } from '#web/competitions/queries.ts'
import { session } from '#web/platform/api/portal-api.ts'
import { queryClient } from '#web/platform/api/query-client.ts'
import { profileQuery } from '#web/profile/queries.ts'
import { keepInvite } from '#web/registration/kept-invite.ts'
import { manualSeenKey } from '#web/stages/manual-seen.ts'
import { stagesQuery } from '#web/stages/queries.ts'
import { codeOfAddress, stageOfAddress, stagePath, teamOfAddress, trackPath } from '#web/stages/stage.ts'
import { loadLook, lookOf } from '#web/themes/themes.ts'
import type { Place } from './guarded-page.ts'
import { authenticatedGuard } from './guards/authenticated.ts'
import { competitionGuard } from './guards/competition.ts'
import { type Decision, go } from './guards/decision.ts'
import { emailVerifiedGuard } from './guards/email-verified.ts'
import { permissionsGuard } from './guards/permissions.ts'
import { stageGuard } from './guards/stage.ts'
import { stageManualGuard } from './guards/stage-manual.ts'
import { teamsGuard } from './guards/teams.ts'
import { trackGuard } from './guards/track.ts'
import { treeStageHashGuard } from './guards/tree-stage-hash.ts'
import { previousStageCode } from './visited-stage.ts'

/** The guards as the router asks them: each loads what its pure rule needs. */

export async function guardCompetition({ params }: Place): Promise<Decision> {
  const competitions = await queryClient.ensureQueryData(competitionsQuery)
  return competitionGuard({ name: 'competition', code: params.competition ?? '', competitions })
}

/** For the page whose competition stands in the query; without one the page asks which. */
export async function guardQueryCompetition({ name, search }: Place): Promise<Decision> {
  const code = search.competition ?? search.competitionCode
  if (typeof code !== 'string') return go
  return competitionGuard({ name, code, competitions: await queryClient.ensureQueryData(competitionsQuery) })
}

/** The layout and the drawings of the place that is being opened, so that no page appears without its frame. */
export async function fetchLook({ pathname, search }: ParsedLocation, named: string | undefined): Promise<void> {
  const code = dressingCode(pathname, search, named)
  const competitions = code ? await queryClient.ensureQueryData(competitionsQuery) : []
  await loadLook(lookOf(competitions.find((competition) => competition.code === code)))
}

/** With one competition only there is nothing to choose from. */
export async function guardOnlyCompetition(): Promise<Decision> {
  const [only, ...others] = await queryClient.ensureQueryData(competitionsQuery)
  return only && others.length === 0 ? { to: `/${only.code}/login` } : go
}

export function guardEntrance({ name, params, search, location, preload }: Place): Decision {
  const inQuery = search.competition ?? search.competitionCode
  const code = params.competition ?? (typeof inQuery === 'string' ? inQuery : null)
  if (name === 'register' && params.competition && !preload) keepInvite(params.competition, search.invite)
  const decision = authenticatedGuard({ name, code, loggedIn: session.token() !== null })
  if ('to' in decision && decision.to.endsWith('/login') && !preload) wantPlace(location.href)
  return decision
}

export async function guardEmailEdit(): Promise<Decision> {
  return emailVerifiedGuard(await queryClient.ensureQueryData(profileQuery))
}

/** For the organiser's pages; the server asks again at every call. */
export const guardFlag = (flag: string) => (): Decision =>
  permissionsGuard({ flag, permissions: session.claims()?.admin_permissions ?? [] })

export async function guardTrack({ params: { competition = '', track = '' } }: Place): Promise<Decision> {
  const tracks = await queryClient.ensureQueryData(tracksQuery(competition)).catch(() => null)
  return trackGuard({ competition, track, tracks })
}

/** The stage that the address of a page names. */
export async function stageHere({ params }: Place, type: string) {
  const { competition = '', track = '' } = params
  const { stages } = await queryClient.ensureQueryData(stagesQuery(competition, track))
  return { competition, track, stage: stageOfAddress(stages, type, codeOfAddress(params)) }
}

/** A stage that may be opened, with its hash; the first visit begins with its instructions. */
export function guardStage(kind: Pick<KindFacts, 'type' | 'blockOn' | 'needsViewable'>) {
  return async (place: Place): Promise<Decision> => {
    const { competition, track, stage } = await stageHere(place, kind.type)
    const allowed = stageGuard({ trackPath: trackPath(competition, track), stage, kind })
    if ('to' in allowed || !stage) return allowed
    const path = stagePath(competition, track, stage)
    const testId = session.claims()?.test_id ?? 0
    const seen = localStorage.getItem(manualSeenKey(testId, stage.stage_id)) !== null
    const manual = stageManualGuard({ stagePath: path, hasManual: stage.extra_data.has_manual, seen })
    if ('to' in manual) return manual
    const { hash, pathname } = place.location
    return treeStageHashGuard({ to: pathname, hash, stageCode: stage.code, previousStageCode: previousStageCode() })
  }
}

export function guardManualPage(type: string) {
  return async (place: Place): Promise<Decision> => {
    const { competition, track, stage } = await stageHere(place, type)
    return stage ? go : { to: trackPath(competition, track) }
  }
}

export async function guardTeams(place: Place): Promise<Decision> {
  const { competition, track, stage } = await stageHere(place, 'teams_forming')
  // An address that names a regional stage is its page: there is nothing to choose first.
  if (!stage || (stage.view === regionalView && place.params.team !== undefined)) return go
  const team = teamOfAddress(place.params.team)
  return teamsGuard({
    stagePath: `${trackPath(competition, track)}/stages/teams_forming`,
    teamId: stage.extra_data.team_id,
    team: team === null ? null : String(team),
  })
}
