import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { recipientsPage } from '#shared/people/broadcasts/limits.ts'
import type { BodyOf } from '#shared/platform/api/route.ts'
import type { Routes } from '#shared/routes.ts'
import type { Answer } from '#web/platform/api/client.ts'
import { api } from '#web/platform/api/portal-api.ts'
import { showBanner } from '#web/platform/messages/banner.ts'

const base = '/admin/competitions/:competition/broadcasts'
export type Broadcasts = Answer<`GET ${typeof base}`>
export type Broadcast = Broadcasts['broadcasts'][number]
export type Preview = Answer<`POST ${typeof base}/preview`>
export type Written = BodyOf<Routes[`POST ${typeof base}`]>

/** Milliseconds between updates while a message is being sent. */
const whileSending = 2500

export const broadcastsQuery = (competition: string) =>
  queryOptions({
    queryKey: ['broadcasts', competition],
    queryFn: () => api(`GET ${base}`, { params: { competition } }),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.broadcasts.some(({ state: of }) => of === 'sending' || of === 'lettering') ? whileSending : false,
  })

export const recipientsQuery = (competition: string, broadcastId: number, page: number) =>
  queryOptions({
    queryKey: ['broadcasts', competition, 'recipients', broadcastId, page],
    queryFn: () =>
      api(`GET ${base}/:broadcast_id/recipients`, {
        params: { competition, broadcast_id: broadcastId },
        query: { limit: recipientsPage, offset: (page - 1) * recipientsPage },
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

export const previewOf = (competition: string, body: BodyOf<Routes[`POST ${typeof base}/preview`]>) =>
  api(`POST ${base}/preview`, { params: { competition }, body })

export const testOn = (competition: string, body: BodyOf<Routes[`POST ${typeof base}/test`]>) =>
  api(`POST ${base}/test`, { params: { competition }, body })

function useChange<Given>(competition: string, change: (given: Given) => Promise<Broadcasts>, said: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: (list) => {
      queries.setQueryData(broadcastsQuery(competition).queryKey, list)
      void queries.invalidateQueries({ queryKey: ['console', competition, 'audit'] })
      showBanner(said, 'success')
    },
  })
}

export const useSend = (competition: string) =>
  useChange(
    competition,
    (body: Written) => api(`POST ${base}`, { params: { competition }, body }),
    'Сообщение поставлено в очередь',
  )

export const useCancel = (competition: string) =>
  useChange(
    competition,
    (broadcastId: number) =>
      api(`POST ${base}/:broadcast_id/cancellation`, { params: { competition, broadcast_id: broadcastId } }),
    'Сообщение отменено',
  )
