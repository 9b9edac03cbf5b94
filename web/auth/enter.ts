import { competitionsQuery } from '#web/competitions/queries.ts'
import { session } from '#web/platform/api/portal-api.ts'
import { queryClient } from '#web/platform/api/query-client.ts'
import { profileQuery } from '#web/profile/queries.ts'
import { takeWantedPlace } from './wanted-place.ts'

/** Starts a session with its token. Gives the page to open: the one that the person wanted, or the competition. */
export async function enter(token: string, competition: string): Promise<string> {
  session.set(token)
  await Promise.all([
    queryClient.fetchQuery({ ...competitionsQuery, staleTime: 0 }),
    queryClient.fetchQuery({ ...profileQuery, staleTime: 0 }),
  ])
  return takeWantedPlace(competition) ?? `/${competition}`
}
