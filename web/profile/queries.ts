import { queryOptions } from '@tanstack/react-query'
import type { Answer } from '#web/platform/api/client.ts'
import { api } from '#web/platform/api/portal-api.ts'

export type Profile = Answer<'GET /user/profile'>

export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: () => api('GET /user/profile'),
  staleTime: 5 * 60_000,
})
