import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Answer } from '#web/platform/api/client.ts'
import { api } from '#web/platform/api/portal-api.ts'
import { queryClient } from '#web/platform/api/query-client.ts'

export type Profile = Answer<'GET /user/profile'>

export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: () => api('GET /user/profile'),
  staleTime: 5 * 60_000,
})

/** Where an interrupted upload of the own picture is found again. */
export const portraitPlace = 'portrait'

/** Devices and consents on a page of a section. */
export const perPage = 5
const pageOf = (page: number) => ({ limit: perPage, offset: (page - 1) * perPage })

export const sessionsQuery = (page: number) =>
  queryOptions({
    queryKey: ['sessions', page],
    queryFn: () => api('GET /user/sessions', { query: pageOf(page) }),
    placeholderData: keepPreviousData,
  })

export const consentsQuery = (page: number) =>
  queryOptions({
    queryKey: ['consents', page],
    queryFn: () => api('GET /user/consents', { query: pageOf(page) }),
    placeholderData: keepPreviousData,
  })

export const choicesQuery = queryOptions({
  queryKey: ['notification-choices'],
  queryFn: async () => (await api('GET /user/notification-choices')).choices,
})

/** For portals that have a state service. */
export const stateServiceQuery = queryOptions({
  queryKey: ['state-service'],
  queryFn: () => api('GET /user/state-service'),
})

/** Loads the profile again after a change of the account. */
export const renewProfile = () => queryClient.invalidateQueries({ queryKey: profileQuery.queryKey })
export const renewSessions = () => queryClient.invalidateQueries({ queryKey: ['sessions'] })
