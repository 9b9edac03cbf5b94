import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Answer } from '#web/platform/api/client.ts'
import { api } from '#web/platform/api/portal-api.ts'

export type Report = Answer<'GET /admin/competitions/:competition/report'>
export type ReportStage = Report['stages'][number]
export type StageReport = Answer<'GET /admin/competitions/:competition/report/stages/:code'>

/** While the page is open, numbers are asked for again so often, in milliseconds. */
const liveEvery = 25_000

export interface Narrowed {
  track: string
  region: string
}

const given = (narrowed: Narrowed) => Object.fromEntries(Object.entries(narrowed).filter(([, value]) => value !== ''))

export const reportQuery = (competition: string, narrowed: Narrowed) =>
  queryOptions({
    queryKey: ['report', competition, narrowed],
    queryFn: () =>
      api('GET /admin/competitions/:competition/report', { params: { competition }, query: given(narrowed) }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: liveEvery,
  })

export const stageReportQuery = (competition: string, code: string) =>
  queryOptions({
    queryKey: ['report', competition, 'stage', code],
    queryFn: () => api('GET /admin/competitions/:competition/report/stages/:code', { params: { competition, code } }),
    staleTime: 0,
    refetchInterval: liveEvery,
  })
