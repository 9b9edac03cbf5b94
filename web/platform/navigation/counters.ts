import type { Answer } from '#web/platform/api/client.ts'
import { queryClient } from '#web/platform/api/query-client.ts'

/** The numbers of the counters of visits; null when the portal has none. */
export type Counters = Pick<Answer<'GET /app/config'>, 'ymid' | 'mtid' | 'social_goal_id'>

export function counters(): Counters | null {
  const config = queryClient.getQueryData<Answer<'GET /app/config'>>(['config'])
  return config?.ymid || config?.mtid ? config : null
}

/** Gets the event `reached` when a visitor has reached the counters' goal. */
export const goal = new EventTarget()
