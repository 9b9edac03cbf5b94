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

export type ListedDoor = Answer<'GET /desk/doors'>['doors'][number]

export const doorsQuery = queryOptions({
  queryKey: ['desk', 'doors'],
  queryFn: () => api('GET /desk/doors'),
  staleTime: 0,
})

/** Other hosts mark at the same door. Without a network the page continues with what the device keeps. */
export const doorQuery = (stageId: number) =>
  queryOptions({
    queryKey: ['desk', 'doors', stageId],
    queryFn: () => api('GET /desk/doors/:stage_id', { params: { stage_id: stageId } }),
    staleTime: 0,
    retry: false,
    refetchInterval: 20_000,
  })

interface SentMark {
  id: string
  slot_id: number
  mark: 'came' | 'absent' | 'undone' | 'walk_in'
  at: string
  test_id: number
}

export const sendMarks = (stageId: number, marks: readonly SentMark[]) =>
  api('POST /desk/doors/:stage_id/marks', { params: { stage_id: stageId }, body: { marks: [...marks] } })
