import { useQuery } from '@tanstack/react-query'
import type { AdminFlag } from '#shared/platform/api/route.ts'
import { session } from '#web/platform/api/portal-api.ts'
import { queryClient } from '#web/platform/api/query-client.ts'
import { useCompetitionCode } from '#web/platform/navigation/use-competition-code.ts'
import { type Duty, dutiesQuery } from './duties.ts'

const claimed = (): readonly string[] => session.claims()?.admin_permissions ?? []

const dutyIn = ({ competitions }: { competitions: readonly Duty[] }, code: string) =>
  competitions.find((duty) => duty.code === code)

/**
 * The person's rights in a competition, as the server answers. The session only has rights in any competition: they
 * count while the answer is on its way, and when it fails.
 */
export function useRights(competition: string | undefined): readonly string[] {
  const { data } = useQuery({ ...dutiesQuery, enabled: claimed().length > 0 })
  if (competition === undefined) return []
  return data ? (dutyIn(data, competition)?.rights ?? []) : claimed()
}

/** Whether the person has a right in the competition of the address. */
export const useRight = (flag: AdminFlag): boolean => useRights(useCompetitionCode()).includes(flag)

/**
 * The same for a page that is about to be opened. Rights given and competitions made since the last answer count, too.
 */
export async function hasRight(competition: string, flag: string): Promise<boolean> {
  if (!claimed().includes(flag)) return false
  const known = queryClient.getQueryData(dutiesQuery.queryKey)
  if (known && dutyIn(known, competition)?.rights.some((right) => right === flag)) return true
  try {
    const duty = dutyIn(await queryClient.fetchQuery({ ...dutiesQuery, staleTime: 0 }), competition)
    return duty?.rights.some((right) => right === flag) ?? false
  } catch {
    // The rights could not be read: the page opens and shows the server's own answer.
    return true
  }
}

/** What waits for an organiser in a competition. Null for other people, while it loads, and when loading has failed. */
export function useDuty(competition: string): Duty | null {
  const { data } = useQuery({ ...dutiesQuery, enabled: claimed().length > 0 })
  return (data && dutyIn(data, competition)) ?? null
}
