import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { matchesOnPage, type PlanRules, type PlanVariant } from '#shared/programme/mentors/plan.ts'
import type { Answer } from '#web/platform/api/client.ts'
import { api } from '#web/platform/api/portal-api.ts'
import { showBanner } from '#web/platform/messages/banner.ts'
import type { StagePanelProps } from '#web/stages/kind.ts'

export type Overview = Answer<'GET /admin/competitions/:competition/stages/:code/mentors'>
export type StageMentor = Answer<'GET /admin/competitions/:competition/stages/:code/mentors/list'>['mentors'][number]
export type Plans = Answer<'GET /admin/competitions/:competition/stages/:code/matching'>
export type Plan = NonNullable<Plans['plan']>
export type MatchedPerson =
  Answer<'GET /admin/competitions/:competition/stages/:code/matching/people'>['people'][number]
export type Which = '' | 'waiting' | 'offered' | 'working' | 'left' | 'unmatched' | 'moved'

const key = ({ competition, code }: StagePanelProps) => ['mentors-panel', competition, code]
/** The key of what the plans give to people: it is read again when a plan was made. */
export const peopleKey = (place: StagePanelProps) => [...key(place), 'people']
const pageOf = (page: number) => ({ limit: matchesOnPage, offset: (page - 1) * matchesOnPage })
const pollMs = 1000

export const overviewQuery = (place: StagePanelProps) =>
  queryOptions({
    queryKey: [...key(place), 'overview'],
    queryFn: () => api('GET /admin/competitions/:competition/stages/:code/mentors', { params: { ...place } }),
    staleTime: 0,
  })

export const mentorListQuery = (place: StagePanelProps, { search, page }: { search: string; page: number }) =>
  queryOptions({
    queryKey: [...key(place), 'mentors', search, page],
    queryFn: () =>
      api('GET /admin/competitions/:competition/stages/:code/mentors/list', {
        params: { ...place },
        query: { ...(search && { search }), ...pageOf(page) },
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** Loaded again repeatedly while a plan is being made. */
export const plansQuery = (place: StagePanelProps) =>
  queryOptions({
    queryKey: [...key(place), 'plans'],
    queryFn: () => api('GET /admin/competitions/:competition/stages/:code/matching', { params: { ...place } }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data?.plan?.running || data?.what_if?.running ? pollMs : false),
  })

export const matchedQuery = (place: StagePanelProps, asked: { search: string; which: Which; page: number }) =>
  queryOptions({
    queryKey: [...peopleKey(place), asked],
    queryFn: () =>
      api('GET /admin/competitions/:competition/stages/:code/matching/people', {
        params: { ...place },
        query: {
          ...(asked.search && { search: asked.search }),
          ...(asked.which && { which: asked.which }),
          ...pageOf(asked.page),
        },
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/**
 * A change in the panel, after which all of it is read again. `said` is shown at once: its dialog may be gone by then.
 */
function useChange<Body, Result>(place: StagePanelProps, mutationFn: (body: Body) => Promise<Result>, said?: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn,
    onSuccess: () => said && showBanner(said, 'success'),
    onSettled: () => queries.invalidateQueries({ queryKey: key(place) }),
  })
}

export const usePlan = (place: StagePanelProps) =>
  useChange(place, (body: PlanRules & { variant: PlanVariant }) =>
    api('POST /admin/competitions/:competition/stages/:code/matching', { params: { ...place }, body }),
  )

export const usePublishPlan = (place: StagePanelProps) =>
  useChange(
    place,
    (version: number) =>
      api('POST /admin/competitions/:competition/stages/:code/matching/publication', {
        params: { ...place },
        body: { version },
      }),
    'Пары опубликованы, наставникам отправлены письма',
  )

export const useSecondRound = (place: StagePanelProps) =>
  useChange(place, (closes_at: string) =>
    api('POST /admin/competitions/:competition/stages/:code/matching/second-round', {
      params: { ...place },
      body: { closes_at },
    }),
  )

export const usePin = (place: StagePanelProps, test_id: number) =>
  useChange(place, (body: { mentor: number; act: 'pin' | 'bar' | 'none' }) =>
    api('PUT /admin/competitions/:competition/stages/:code/matching/people/:test_id', {
      params: { ...place, test_id },
      body,
    }),
  )

type Fields = Pick<
  StageMentor,
  'position' | 'field' | 'region' | 'employer' | 'about' | 'video' | 'capacity' | 'topics' | 'assistant_email'
>

export const useMentor = (place: StagePanelProps) =>
  useChange(place, ({ test_id, fields }: { test_id: number; fields: Fields }) =>
    api('PUT /admin/competitions/:competition/stages/:code/mentors/list/:test_id', {
      params: { ...place, test_id },
      body: fields,
    }),
  )

export const useRemoveMentor = (place: StagePanelProps) =>
  useChange(place, (test_id: number) =>
    api('DELETE /admin/competitions/:competition/stages/:code/mentors/list/:test_id', {
      params: { ...place, test_id },
    }),
  )

export const useWithdrawMentor = (place: StagePanelProps, test_id: number) =>
  useChange(place, (reason: string) =>
    api('POST /admin/competitions/:competition/stages/:code/mentors/list/:test_id/withdrawal', {
      params: { ...place, test_id },
      body: { reason },
    }),
  )
