import { queryOptions } from '@tanstack/react-query'
import type { Answer } from '#web/platform/api/client.ts'
import { api } from '#web/platform/api/portal-api.ts'
import { queryClient } from '#web/platform/api/query-client.ts'

export type Profile = Answer<'GET /user/profile'>

export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: () => api('GET /user/profile'),
  staleTime: 5 * 60_000,
})

/** Loads anew what a change of the account has made old. */
export const renewProfile = () => queryClient.invalidateQueries({ queryKey: profileQuery.queryKey })
export const renewSessions = () => queryClient.invalidateQueries({ queryKey: ['sessions'] })
