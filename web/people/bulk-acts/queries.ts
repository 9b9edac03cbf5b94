import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { skippedPage } from '#shared/people/bulk-acts/limits.ts'
import type { BodyOf } from '#shared/platform/api/route.ts'
import type { Routes } from '#shared/routes.ts'
import type { Answer } from '#web/platform/api/client.ts'
import { api } from '#web/platform/api/portal-api.ts'
import { showBanner } from '#web/platform/messages/banner.ts'

const base = '/admin/competitions/:competition/bulk-acts'
export type BulkActs = Answer<`GET ${typeof base}`>
export type BulkActRow = BulkActs['acts'][number]
export type Preview = Answer<`POST ${typeof base}/preview`>
export type Asked = BodyOf<Routes[`POST ${typeof base}`]>

/** Milliseconds between updates while an act is under way. */
const whileRunning = 2500

export const bulkActsQuery = (competition: string) =>
  queryOptions({
    queryKey: ['bulk-acts', competition],
    queryFn: () => api(`GET ${base}`, { params: { competition } }),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.acts.some((act) => act.state === 'gathering' || act.state === 'running' || act.state === 'undoing')
        ? whileRunning
        : false,
  })

export const skippedQuery = (competition: string, bulkActId: number, page: number) =>
  queryOptions({
    queryKey: ['bulk-acts', competition, 'skipped', bulkActId, page],
    queryFn: () =>
      api(`GET ${base}/:bulk_act_id/skipped`, {
        params: { competition, bulk_act_id: bulkActId },
        query: { limit: skippedPage, offset: (page - 1) * skippedPage },
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

export const previewOf = (competition: string, body: BodyOf<Routes[`POST ${typeof base}/preview`]>) =>
  api(`POST ${base}/preview`, { params: { competition }, body })

function useChange<Given>(competition: string, change: (given: Given) => Promise<BulkActs>, said: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: (list) => {
      queries.setQueryData(bulkActsQuery(competition).queryKey, list)
      void queries.invalidateQueries({ queryKey: ['participants', competition] })
      void queries.invalidateQueries({ queryKey: ['participant', competition] })
      void queries.invalidateQueries({ queryKey: ['console', competition, 'audit'] })
      showBanner(said, 'success')
    },
  })
}

export const useAsk = (competition: string) =>
  useChange(competition, (body: Asked) => api(`POST ${base}`, { params: { competition }, body }), 'Действие началось')

export const useConfirm = (competition: string) =>
  useChange(
    competition,
    (bulkActId: number) =>
      api(`POST ${base}/:bulk_act_id/confirmation`, { params: { competition, bulk_act_id: bulkActId } }),
    'Решение подтверждено',
  )

export const useUndo = (competition: string) =>
  useChange(
    competition,
    (bulkActId: number) => api(`POST ${base}/:bulk_act_id/undo`, { params: { competition, bulk_act_id: bulkActId } }),
    'Отменяем действие',
  )
