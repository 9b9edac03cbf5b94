import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { peoplePage } from '#shared/kinds/choose_tracks/limits.ts'
import type { Answer } from '#web/platform/api/client.ts'
import { api } from '#web/platform/api/portal-api.ts'
import { showBanner } from '#web/platform/messages/banner.ts'
import { seasonQuery } from '#web/seasons/console/queries.ts'
import type { StagePanelProps } from '#web/stages/kind.ts'

export type Overview = Answer<'GET /admin/competitions/:competition/stages/:code/tracks'>
export type TrackPeople = Answer<'GET /admin/competitions/:competition/stages/:code/tracks/people'>
export type TrackPerson = TrackPeople['people'][number]
export type Allocation = Answer<'GET /admin/competitions/:competition/stages/:code/tracks/allocation'>

const key = ({ competition, code }: StagePanelProps) => ['tracks-panel', competition, code]
const pageOf = (page: number) => ({ limit: peoplePage, offset: (page - 1) * peoplePage })

export const overviewQuery = (place: StagePanelProps) =>
  queryOptions({
    queryKey: [...key(place), 'overview'],
    queryFn: () => api('GET /admin/competitions/:competition/stages/:code/tracks', { params: { ...place } }),
    staleTime: 0,
  })

export const peopleQuery = (place: StagePanelProps, asked: { search: string; track: string; page: number }) =>
  queryOptions({
    queryKey: [...key(place), 'people', asked],
    queryFn: () =>
      api('GET /admin/competitions/:competition/stages/:code/tracks/people', {
        params: { ...place },
        query: {
          ...(asked.search && { search: asked.search }),
          ...(asked.track && { track: asked.track }),
          ...pageOf(asked.page),
        },
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

export const moveQuery = (place: StagePanelProps, test_id: number, to: string) =>
  queryOptions({
    queryKey: [...key(place), 'move', test_id, to],
    queryFn: () =>
      api('GET /admin/competitions/:competition/stages/:code/tracks/people/:test_id', {
        params: { ...place, test_id },
        query: { to },
      }),
    staleTime: 0,
    gcTime: 0,
  })

export const allocationQuery = (place: StagePanelProps, page: number) =>
  queryOptions({
    queryKey: [...key(place), 'allocation', page],
    queryFn: () =>
      api('GET /admin/competitions/:competition/stages/:code/tracks/allocation', {
        params: { ...place },
        query: pageOf(page),
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

export function useMove(place: StagePanelProps, test_id: number) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: { from: string | null; to: string; reason: string }) =>
      api('PUT /admin/competitions/:competition/stages/:code/tracks/people/:test_id', {
        params: { ...place, test_id },
        body,
      }),
    onSettled: () => queries.invalidateQueries({ queryKey: key(place) }),
  })
}

/** The result is shown at once: the preview that started it is gone when the panel has been read again. */
export function usePublish(place: StagePanelProps) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (fingerprint: string) =>
      api('POST /admin/competitions/:competition/stages/:code/tracks/allocation', {
        params: { ...place },
        body: { fingerprint },
      }),
    onSuccess: () => showBanner('Места распределены', 'success'),
    onSettled: () => queries.invalidateQueries({ queryKey: key(place) }),
  })
}

export function useNews(place: StagePanelProps) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: { track: string; closes_at: string; later_too: boolean }) =>
      api('POST /admin/competitions/:competition/stages/:code/tracks/news', { params: { ...place }, body }),
    onSettled: () => queries.invalidateQueries({ queryKey: key(place) }),
  })
}

export function useAddTrack(competition: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ code, title, description }: { code: string; title: string; description: string }) =>
      api('POST /admin/competitions/:competition/tracks', {
        params: { competition },
        body: { code, title, description },
      }),
    onSuccess: () => queries.invalidateQueries({ queryKey: seasonQuery(competition).queryKey }),
  })
}
