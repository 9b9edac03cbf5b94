import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { AnswerData } from '#shared/forms/fields/field.ts'
import type { Answer } from '#web/platform/api/client.ts'
import { api } from '#web/platform/api/portal-api.ts'
import type { StagePanelProps } from '#web/stages/kind.ts'

export type Parts = Answer<'GET /admin/competitions/:competition/stages/:code/multiform/parts'>
export type People = Answer<'GET /admin/competitions/:competition/stages/:code/multiform/people'>

const key = ({ competition, code }: StagePanelProps) => ['multiform-panel', competition, code]

export const partsQuery = (place: StagePanelProps) =>
  queryOptions({
    queryKey: [...key(place), 'parts'],
    queryFn: () => api('GET /admin/competitions/:competition/stages/:code/multiform/parts', { params: { ...place } }),
    staleTime: 0,
  })

export const peoplePage = 20
export const peopleQuery = (place: StagePanelProps, { page, search }: { page: number; search: string }) =>
  queryOptions({
    queryKey: [...key(place), 'people', page, search],
    queryFn: () =>
      api('GET /admin/competitions/:competition/stages/:code/multiform/people', {
        params: { ...place },
        query: { limit: peoplePage, offset: (page - 1) * peoplePage, ...(search ? { search } : {}) },
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: false,
  })

export function useAddPart(place: StagePanelProps) {
  const queries = useQueryClient()
  const params = { ...place }
  return useMutation({
    mutationFn: (answer: AnswerData) =>
      api('POST /admin/competitions/:competition/stages/:code/multiform/parts', {
        params,
        body: { answer: { ...answer } },
      }),
    onSuccess: (parts) => {
      queries.setQueryData(partsQuery(place).queryKey, parts)
      void queries.invalidateQueries({ queryKey: [...key(place), 'people'] })
    },
  })
}

/** Returns one part of these people. */
export function useReturn(place: StagePanelProps) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ part, ...body }: { part: string; people: number[]; reason: string }) =>
      api('POST /admin/competitions/:competition/stages/:code/return', {
        params: { competition: place.competition, code: part },
        body,
      }),
    onSuccess: () => queries.invalidateQueries({ queryKey: key(place) }),
  })
}
