import { takeWantedPlace } from '#web/accounts/auth/wanted-place.ts'
import { api } from '#web/platform/api/portal-api.ts'
import { leavePlace } from './visit.ts'

/** Leads to the state service; its answer comes to `StateServicePage`. */
export async function beginVisit(competition: string): Promise<void> {
  const { url } = await api('POST /auth/state-service/begin')
  leavePlace(takeWantedPlace(competition) ?? `/${competition}`)
  window.location.assign(url)
}
