import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Answer } from '#web/platform/api/client.ts'
import { api } from '#web/platform/api/portal-api.ts'

type EventSlots = Answer<'GET /offline_event_slots/:id'>
export type OfflineEvent = EventSlots['offline_event']
export type Slot = EventSlots['slots'][number]
export type ListedEvent = Answer<'GET /offline_events'>['offline_events'][number]

export const eventsPage = 10
const slotsPage = 100

export const eventsQuery = (competition: string, page: number) =>
  queryOptions({
    queryKey: ['offline-events', competition, page],
    queryFn: () =>
      api('GET /offline_events', {
        query: { competition_code: competition, limit: eventsPage, offset: (page - 1) * eventsPage },
      }),
  })

/** Other people book meanwhile, so returning to the page reloads the free places. */
export const eventSlotsQuery = (event: number) =>
  infiniteQueryOptions({
    queryKey: ['offline-event', event],
    queryFn: ({ pageParam }) =>
      api('GET /offline_event_slots/:id', { params: { id: event }, query: { limit: slotsPage, offset: pageParam } }),
    initialPageParam: 0,
    getNextPageParam: ({ count }, _pages, before) => (before + slotsPage < count ? before + slotsPage : undefined),
    staleTime: 0,
    refetchOnWindowFocus: true,
  })

export const eventPath = (competition: string, event: number) => ({
  to: '/offline-event-booking',
  search: { competition, event: String(event) },
})
