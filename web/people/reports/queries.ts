import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import type { Answer } from '#web/platform/api/client.ts'
import { api } from '#web/platform/api/portal-api.ts'
import { type LiveState, useLiveAnswer } from '#web/platform/api/use-live-answer.ts'

export type Report = Answer<'GET /admin/competitions/:competition/report'>
export type ReportStage = Report['stages'][number]
export type StageReport = Answer<'GET /admin/competitions/:competition/report/stages/:code'>

/** Milliseconds between updates while the server does not send the numbers by itself. */
const askEvery = 25_000
const askingEvery = (state: LiveState) => ({ refetchInterval: state === 'live' ? (false as const) : askEvery })

export interface Narrowed {
  track: string
  region: string
}

const given = (narrowed: Narrowed) => Object.fromEntries(Object.entries(narrowed).filter(([, value]) => value !== ''))

const reportQuery = (competition: string, narrowed: Narrowed) =>
  queryOptions({
    queryKey: ['report', competition, narrowed],
    queryFn: () =>
      api('GET /admin/competitions/:competition/report', { params: { competition }, query: given(narrowed) }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

const stageReportQuery = (competition: string, code: string) =>
  queryOptions({
    queryKey: ['report', competition, 'stage', code],
    queryFn: () => api('GET /admin/competitions/:competition/report/stages/:code', { params: { competition, code } }),
    staleTime: 0,
  })

/** The report of a season as the server sends it whenever it has changed. */
export function useReport(competition: string, narrowed: Narrowed) {
  const report = reportQuery(competition, narrowed)
  const live = useLiveAnswer({
    queryKey: report.queryKey,
    key: 'GET /admin/competitions/:competition/report/live',
    options: { params: { competition }, query: given(narrowed) },
  })
  return { live, query: useQuery({ ...report, ...askingEvery(live) }) }
}

export function useStageReport(competition: string, code: string) {
  const report = stageReportQuery(competition, code)
  const live = useLiveAnswer({
    queryKey: report.queryKey,
    key: 'GET /admin/competitions/:competition/report/stages/:code/live',
    options: { params: { competition, code } },
  })
  return { live, query: useQuery({ ...report, ...askingEvery(live) }) }
}
