import { useQuery } from '@tanstack/react-query'
import type { AdminFlag } from '#shared/api/route.ts'
import { session } from '#web/platform/api/portal-api.ts'
import { queryClient } from '#web/platform/api/query-client.ts'
import { useCompetitionCode } from '#web/platform/navigation/use-competition-code.ts'
import { type Duty, dutiesQuery } from './queries.ts'

const claimed = (): readonly string[] => session.claims()?.admin_permissions ?? []

const dutyIn = ({ competitions }: { competitions: readonly Duty[] }, code: string) =>
  competitions.find((duty) => duty.code === code)

/**
 * What the person may do in a competition, by the server's answer. The session tells only that a right is there for some
 * competition: it counts while the answer is on its way, and where it did not come.
 */
export function useRights(competition: string | undefined): readonly string[] {
  const { data } = useQuery({ ...dutiesQuery, enabled: claimed().length > 0 })
  if (competition === undefined) return []
  return data ? (dutyIn(data, competition)?.rights ?? []) : claimed()
}

/** Whether the person has a right in the competition of the address. */
export const useRight = (flag: AdminFlag): boolean => useRights(useCompetitionCode()).includes(flag)

/** The same for a page that is about to be opened. A right that was given, or a competition that was made, since then counts. */
export async function hasRight(competition: string, flag: string): Promise<boolean> {
  if (!claimed().includes(flag)) return false
  const known = queryClient.getQueryData(dutiesQuery.queryKey)
  if (known && dutyIn(known, competition)?.rights.some((right) => right === flag)) return true
  try {
    const duty = dutyIn(await queryClient.fetchQuery({ ...dutiesQuery, staleTime: 0 }), competition)
    return duty?.rights.some((right) => right === flag) ?? false
  } catch {
    // Nobody could say: the page asks, and tells what the server answers.
    return true
  }
}

/** What waits for an organiser in a competition. Null for who is none, while it loads, and where it did not. */
export function useDuty(competition: string): Duty | null {
  const { data } = useQuery({ ...dutiesQuery, enabled: claimed().length > 0 })
  return (data && dutyIn(data, competition)) ?? null
}
