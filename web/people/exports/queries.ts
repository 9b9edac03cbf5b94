import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { BodyOf } from '#shared/platform/api/route.ts'
import type { Routes } from '#shared/routes.ts'
import type { Answer } from '#web/platform/api/client.ts'
import { api, download } from '#web/platform/api/portal-api.ts'

export type Exports = Answer<'GET /admin/competitions/:competition/exports'>
export type Exported = Exports['exports'][number]

/** Milliseconds between updates while a table is being made. */
const whileWaiting = 1500

export const exportsQuery = (competition: string) =>
  queryOptions({
    queryKey: ['exports', competition],
    queryFn: () => api('GET /admin/competitions/:competition/exports', { params: { competition } }),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.exports.some(({ state: of }) => of === 'waiting') ? whileWaiting : false,
  })

export function useAskExport(competition: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: Parameters<typeof ask>[1]) => ask(competition, body),
    onSuccess: (list) => {
      queries.setQueryData(exportsQuery(competition).queryKey, list)
      void queries.invalidateQueries({ queryKey: ['console', competition, 'audit'] })
    },
  })
}

/** Requests the works of a stage. */
export function useAskWorks(competition: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (stage: string) =>
      api('POST /admin/competitions/:competition/exports/works', { params: { competition }, body: { stage } }),
    onSuccess: (list) => {
      queries.setQueryData(exportsQuery(competition).queryKey, list)
      void queries.invalidateQueries({ queryKey: ['console', competition, 'audit'] })
    },
  })
}

const ask = (competition: string, body: BodyOf<Routes['POST /admin/competitions/:competition/exports']>) =>
  api('POST /admin/competitions/:competition/exports', { params: { competition }, body })

export const downloadExport = (competition: string, exportId: number) =>
  download('GET /admin/competitions/:competition/exports/:export_id/file', {
    params: { competition, export_id: exportId },
  })
