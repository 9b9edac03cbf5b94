import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { peerPage } from '#shared/kinds/mgmt_solution_assessment/limits.ts'
import type { Answer } from '#web/platform/api/client.ts'
import { api } from '#web/platform/api/portal-api.ts'
import type { StagePanelProps } from '#web/stages/kind.ts'

export type Peer = Answer<'GET /admin/competitions/:competition/stages/:code/peer'>
export type PeerWork = Answer<'GET /admin/competitions/:competition/stages/:code/peer/works'>['works'][number]
export type Rater = Answer<'GET /admin/competitions/:competition/stages/:code/peer/raters'>['raters'][number]
export type Only = 'short' | 'disputed' | 'suspicious' | 'stopped'

const key = ({ competition, code }: StagePanelProps) => ['peer-panel', competition, code]
const params = ({ competition, code }: StagePanelProps) => ({ competition, code })
const pageAt = (page: number) => ({ limit: peerPage, offset: (page - 1) * peerPage })

export const peerPanelQuery = (place: StagePanelProps) =>
  queryOptions({
    queryKey: [...key(place), 'overview'],
    queryFn: () => api('GET /admin/competitions/:competition/stages/:code/peer', { params: params(place) }),
    staleTime: 0,
    retry: false,
  })

export const worksQuery = (place: StagePanelProps, page: number, only: Only | '') =>
  queryOptions({
    queryKey: [...key(place), 'works', page, only],
    queryFn: () =>
      api('GET /admin/competitions/:competition/stages/:code/peer/works', {
        params: params(place),
        query: { ...pageAt(page), ...(only && { only }) },
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

export const ratersQuery = (place: StagePanelProps, page: number) =>
  queryOptions({
    queryKey: [...key(place), 'raters', page],
    queryFn: () =>
      api('GET /admin/competitions/:competition/stages/:code/peer/raters', {
        params: params(place),
        query: pageAt(page),
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** An act of an organiser. Afterwards everything on the panel is read again. */
export function useAct<Sent, Said>(
  place: StagePanelProps,
  act: (sent: Sent) => Promise<Said>,
  onDone?: (said: Said) => void,
) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: act,
    onSuccess: (said) => {
      onDone?.(said)
      return queries.invalidateQueries({ queryKey: key(place) })
    },
  })
}

export const callsOf = (place: StagePanelProps) => ({
  fill: () => api('POST /admin/competitions/:competition/stages/:code/peer/pool', { params: params(place) }),
  publish: () => api('POST /admin/competitions/:competition/stages/:code/peer/publish', { params: params(place) }),
  reserve: (works: number) =>
    api('POST /admin/competitions/:competition/stages/:code/peer/reserve', { params: params(place), body: { works } }),
  experts: (body: { which: 'disputed' | 'suspicious' | 'short' | 'rater'; rater?: number }) =>
    api('POST /admin/competitions/:competition/stages/:code/peer/experts', { params: params(place), body }),
  decideReport: (work_id: number, upheld: boolean) =>
    api('POST /admin/competitions/:competition/stages/:code/peer/works/:work_id/report', {
      params: { ...params(place), work_id },
      body: { upheld },
    }),
  setReference: (work_id: number, body: { training: boolean; marks: Record<string, number>; comment: string }) =>
    api('PUT /admin/competitions/:competition/stages/:code/peer/references/:work_id', {
      params: { ...params(place), work_id },
      body,
    }),
  dropReference: (work_id: number) =>
    api('DELETE /admin/competitions/:competition/stages/:code/peer/references/:work_id', {
      params: { ...params(place), work_id },
    }),
  changeRater: (test_id: number, body: { weight: number | null; excluded_because: string | null }) =>
    api('PUT /admin/competitions/:competition/stages/:code/peer/raters/:test_id', {
      params: { ...params(place), test_id },
      body,
    }),
  decide: (body: { works: number[]; outcome: 'passed' | 'failed'; reason: string }) =>
    api('POST /admin/competitions/:competition/stages/:code/peer/decisions', { params: params(place), body }),
})
