import { useLookCompetition } from '#web/seasons/competitions/queries.ts'
import { useRights } from '#web/seasons/console/rights.ts'
import { useLoggedIn } from './use-logged-in.ts'

/**
 * Where the organiser of the competition around the page edits it; null for everybody else and outside competitions.
 */
export function useConsolePath(): string | null {
  const competition = useLookCompetition()
  const rights = useRights(competition?.code)
  const organises = useLoggedIn() && rights.includes('competitions')
  return organises && competition ? `/admin/${competition.code}` : null
}
