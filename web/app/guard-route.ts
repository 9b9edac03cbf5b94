import type { ParsedLocation } from '@tanstack/react-router'
import { worksAtDesk } from '#shared/accounts/homes/home.ts'
import { wantPlace } from '#web/accounts/auth/wanted-place.ts'
import { profileQuery } from '#web/accounts/profile/queries.ts'
import { keepInvite } from '#web/accounts/registration/kept-invite.ts'
import { authenticatedGuard } from '#web/app/guards/authenticated.ts'
import { competitionGuard } from '#web/app/guards/competition.ts'
import { type Decision, go } from '#web/app/guards/decision.ts'
import { emailVerifiedGuard } from '#web/app/guards/email-verified.ts'
import { noAccess, permissionsGuard } from '#web/app/guards/permissions.ts'
import { profileRowGuard } from '#web/app/guards/profile-row.ts'
import type { Answer } from '#web/platform/api/client.ts'
import { session } from '#web/platform/api/portal-api.ts'
import { queryClient } from '#web/platform/api/query-client.ts'
import { competitionsQuery, lookCode } from '#web/seasons/competitions/queries.ts'
import { hasRight } from '#web/seasons/console/rights.ts'
import { loadLook, lookOf } from '#web/seasons/themes/themes.ts'
import type { Place } from './guarded-page.ts'

/** The guards that the router calls: each loads the data for its pure rule. */

export async function guardCompetition({ params }: Place): Promise<Decision> {
  const competitions = await queryClient.ensureQueryData(competitionsQuery)
  return competitionGuard({ name: 'competition', code: params.competition ?? '', competitions })
}

/** For pages with the competition in the query. Without one the page lists the competitions to choose from. */
export async function guardQueryCompetition({ name, search }: Place): Promise<Decision> {
  const code = search.competition ?? search.competitionCode
  if (typeof code !== 'string') return go
  return competitionGuard({ name, code, competitions: await queryClient.ensureQueryData(competitionsQuery) })
}

/** Loads the layout and drawings of the next page, so that no page appears without its frame. */
export async function fetchLook({ pathname, search }: ParsedLocation, named: string | undefined): Promise<void> {
  const code = lookCode(pathname, search, named)
  const competitions = code ? await queryClient.ensureQueryData(competitionsQuery) : []
  await loadLook(lookOf(competitions.find((competition) => competition.code === code)))
}

/** With only one competition there is nothing to choose from. */
export async function guardOnlyCompetition(): Promise<Decision> {
  const [only, ...others] = await queryClient.ensureQueryData(competitionsQuery)
  return only && others.length === 0 ? { to: `/${only.code}/login` } : go
}

export function guardEntrance({ name, params, search, location, preload }: Place): Decision {
  const inQuery = search.competition ?? search.competitionCode
  const code = params.competition ?? (typeof inQuery === 'string' ? inQuery : null)
  if (name === 'register' && params.competition && !preload) keepInvite(params.competition, search.invite)
  const loggedIn = session.token() !== null
  const decision = authenticatedGuard({ name, code, loggedIn })
  if ('to' in decision && !loggedIn && !preload) wantPlace(location.href)
  return decision
}

export async function guardEmailEdit(): Promise<Decision> {
  return emailVerifiedGuard(await queryClient.ensureQueryData(profileQuery))
}

/** An old address of a row of the profile leads to the page where the row is. */
export const guardRow = ({ location }: Place): Decision => profileRowGuard(location.hash)

/** For a page that exists only where the portal has a state service. */
export const guardStateService = (): Decision =>
  queryClient.getQueryData<Answer<'GET /app/config'>>(['config'])?.state_service
    ? go
    : { status: 404, message: 'Страница не найдена' }

/** For organiser pages: the flag must hold in the competition of the address. The server checks again at every call. */
export const guardFlag =
  (flag: string) =>
  async ({ params }: Pick<Place, 'params'>): Promise<Decision> => {
    const { competition } = params
    const permissions = session.claims()?.admin_permissions ?? []
    const held = competition === undefined || (await hasRight(competition, flag))
    return permissionsGuard({ flag, permissions: held ? permissions : [] })
  }

/** For the home of organisers, whatever their permissions. */
export const guardOrganiser = (): Decision => (session.claims()?.admin_permissions.length ? go : noAccess)

/** For the desk: assessors, and organisers of the assessment. The server checks again at every call. */
export const guardDesk = async (): Promise<Decision> => {
  const { roles } = await queryClient.ensureQueryData(profileQuery)
  return worksAtDesk({ roles, permissions: session.claims()?.admin_permissions ?? [] }) ? go : noAccess
}
