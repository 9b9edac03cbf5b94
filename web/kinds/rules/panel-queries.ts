import { queryOptions } from '@tanstack/react-query'
import { api } from '#web/platform/api/portal-api.ts'

export const versionsQuery = (place: { competition: string; code: string }) =>
  queryOptions({
    queryKey: ['rules-versions', place.competition, place.code],
    queryFn: () => api('GET /admin/competitions/:competition/stages/:code/rules', { params: place }),
    staleTime: 0,
  })
