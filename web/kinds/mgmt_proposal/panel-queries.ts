import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { proposalsPage } from '#shared/kinds/mgmt_proposal/limits.ts'
import type { Answer } from '#web/platform/api/client.ts'
import { api, download } from '#web/platform/api/portal-api.ts'
import type { StagePanelProps } from '#web/stages/kind.ts'

export type Proposals = Answer<'GET /admin/competitions/:competition/stages/:code/proposals'>
export type Proposal = Proposals['works'][number]
export type Staff = Proposals['staff'][number]

const key = ({ competition, code }: StagePanelProps) => ['proposals', competition, code]

export const proposalsQuery = (place: StagePanelProps, page: number) =>
  queryOptions({
    queryKey: [...key(place), page],
    queryFn: () =>
      api('GET /admin/competitions/:competition/stages/:code/proposals', {
        params: { ...place },
        query: { limit: proposalsPage, offset: (page - 1) * proposalsPage },
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

export function useStaffTopics(place: StagePanelProps) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ test_id, duty, topics }: Pick<Staff, 'test_id' | 'duty' | 'topics'>) =>
      api('PUT /admin/competitions/:competition/stages/:code/proposals/staff/:test_id', {
        params: { ...place, test_id },
        body: { duty, topics },
      }),
    onSuccess: () => queries.invalidateQueries({ queryKey: key(place) }),
  })
}

export function useShowAnnotations(place: StagePanelProps) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: { works: number[]; shown: boolean }) =>
      api('PUT /admin/competitions/:competition/stages/:code/proposals/annotations', { params: { ...place }, body }),
    onSettled: () => queries.invalidateQueries({ queryKey: key(place) }),
  })
}

export const useAgencyTable = (place: StagePanelProps) =>
  useMutation({
    mutationFn: () =>
      download('GET /admin/competitions/:competition/stages/:code/proposals/csv', { params: { ...place } }),
  })
