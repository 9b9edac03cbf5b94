import { queryOptions } from '@tanstack/react-query'
import type { Answer } from '#web/platform/api/client.ts'
import { api } from '#web/platform/api/portal-api.ts'

export type Support = Answer<'GET /feedback_form'>
export type SupportRequest = Answer<'GET /user/feedback'>['requests'][number]
export type IncomingRequest = Answer<'GET /admin/feedback'>['requests'][number]
export type RequestStatus = SupportRequest['status']

export const requestsPage = 5
export const inboxPage = 10

export const supportQuery = (competition: string) =>
  queryOptions({
    queryKey: ['support', competition],
    queryFn: () => api('GET /feedback_form', { query: { competition_code: competition } }),
    staleTime: 5 * 60_000,
  })

export const requestsQuery = (competition: string, page: number) =>
  queryOptions({
    queryKey: ['requests', competition, page],
    queryFn: () =>
      api('GET /user/feedback', {
        query: { competition_code: competition, limit: requestsPage, offset: (page - 1) * requestsPage },
      }),
    staleTime: 0,
  })

export const inboxQuery = (competition: string, status: RequestStatus, page: number) =>
  queryOptions({
    queryKey: ['inbox', competition, status, page],
    queryFn: () =>
      api('GET /admin/feedback', {
        query: { competition_code: competition, status, limit: inboxPage, offset: (page - 1) * inboxPage },
      }),
    staleTime: 0,
  })
