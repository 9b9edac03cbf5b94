import { useQuery } from '@tanstack/react-query'
import { session } from '#web/platform/api/portal-api.ts'
import { type Duty, dutiesQuery } from './queries.ts'

const claimed = (): readonly string[] => session.claims()?.admin_permissions ?? []

/** What the person may do in a competition; asks for nothing: until it is known where the rights hold, all of them. */
export function useKnownRights(competition: string | undefined): readonly string[] {
  const { data } = useQuery({ ...dutiesQuery, enabled: false })
  if (competition === undefined) return []
  return data ? (dutyIn(data, competition)?.rights ?? []) : claimed()
}

/** What waits for an organiser in a competition. Null for who is none, while it loads, and where it did not. */
export function useDuty(competition: string): Duty | null {
  const { data } = useQuery({ ...dutiesQuery, enabled: claimed().length > 0 })
  return (data && dutyIn(data, competition)) ?? null
}

const dutyIn = ({ competitions }: { competitions: readonly Duty[] }, code: string) =>
  competitions.find((duty) => duty.code === code)
