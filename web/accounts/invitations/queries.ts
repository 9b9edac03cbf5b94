import { queryOptions } from '@tanstack/react-query'
import { api } from '#web/platform/api/portal-api.ts'

export const peoplePage = 10

export const inviteQuery = (competition: string) =>
  queryOptions({
    queryKey: ['invite', competition],
    queryFn: () => api('GET /user/invite', { query: { competition_code: competition } }),
  })

export const invitedPeopleQuery = (competition: string, page: number) =>
  queryOptions({
    queryKey: ['invited-people', competition, page],
    queryFn: () =>
      api('GET /user/invite/people', {
        query: { competition_code: competition, limit: peoplePage, offset: (page - 1) * peoplePage },
      }),
  })
