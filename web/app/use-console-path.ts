import { useLookCompetition } from '#web/competitions/queries.ts'
import { session } from '#web/platform/api/portal-api.ts'
import { useLoggedIn } from './use-logged-in.ts'

/** Where the organiser of the competition around the page edits it; null for everybody else and outside competitions. */
export function useConsolePath(): string | null {
  const competition = useLookCompetition()
  const organises = useLoggedIn() && session.claims()?.admin_permissions.includes('competitions')
  return organises && competition ? `/admin/${competition.code}` : null
}
