import { profileQuery } from '#web/accounts/profile/queries.ts'
import { session } from '#web/platform/api/portal-api.ts'
import { queryClient } from '#web/platform/api/query-client.ts'
import { competitionsQuery } from '#web/seasons/competitions/queries.ts'
import { takeWantedPlace } from './wanted-place.ts'

/** Starts a session with its token. Gives the page to open: the one that the person wanted, the track, or the home. */
export async function enter(token: string, competition: string, track = ''): Promise<string> {
  session.set(token)
  const [competitions, profile] = await Promise.all([
    queryClient.fetchQuery({ ...competitionsQuery, staleTime: 0 }),
    queryClient.fetchQuery({ ...profileQuery, staleTime: 0 }),
  ])
  const wanted = takeWantedPlace(competition)
  if (wanted !== null) return wanted
  // Most people have no other role, so the code that decides between homes is loaded only when needed.
  if (track || (profile.roles.length === 0 && !session.claims()?.admin_permissions.length))
    return [`/${competition}`, track].filter(Boolean).join('/')
  return (await import('#web/accounts/homes/beginning.ts')).beginningPath(profile, competitions, competition)
}
