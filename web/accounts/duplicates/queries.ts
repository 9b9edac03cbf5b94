import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { pairsPage } from '#shared/accounts/duplicates/limits.ts'
import type { Answer } from '#web/platform/api/client.ts'
import { api } from '#web/platform/api/portal-api.ts'
import { showBanner } from '#web/platform/messages/banner.ts'

export type Board = Answer<'GET /admin/competitions/:competition/duplicates'>
export type Compared = Answer<'GET /admin/competitions/:competition/duplicates/:test_id/:other_id'>
export type Merge = Board['merges'][number]
export type Stands = 'kept' | 'merged'

/** Two accounts of a competition, the one that stays first. */
export interface Pair {
  competition: string
  test_id: number
  other_id: number
}

export const boardQuery = (competition: string, { apart, page }: { apart: boolean; page: number }) =>
  queryOptions({
    queryKey: ['duplicates', competition, apart, page],
    queryFn: () =>
      api('GET /admin/competitions/:competition/duplicates', {
        params: { competition },
        query: { ...(apart && { apart: '1' as const }), limit: pairsPage, offset: (page - 1) * pairsPage },
      }),
    // Not the pairs of the other group: their count would be told as the count of this one.
    placeholderData: (before, query) => (query?.queryKey[2] === apart ? before : undefined),
    staleTime: 0,
  })

export const pairQuery = (pair: Pair) =>
  queryOptions({
    queryKey: ['duplicates', pair.competition, 'pair', pair.test_id, pair.other_id],
    queryFn: () => api('GET /admin/competitions/:competition/duplicates/:test_id/:other_id', { params: pair }),
    staleTime: 0,
  })

/** Records that the two are different people; null takes it back. */
export function useTellApart(pair: Pair) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (reason: string | null) =>
      reason === null
        ? api('DELETE /admin/competitions/:competition/duplicates/:test_id/:other_id/apart', { params: pair })
        : api('PUT /admin/competitions/:competition/duplicates/:test_id/:other_id/apart', {
            params: pair,
            body: { reason },
          }),
    onSuccess: (compared, reason) => {
      queries.setQueryData(pairQuery(pair).queryKey, compared)
      showBanner(reason === null ? 'Отметка снята' : 'Отмечено: это разные люди', 'success')
    },
  })
}

/** The board and every pair: what one organiser does changes both. */
function useMergeAct<T>(competition: string, act: (given: T) => Promise<unknown>, done: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: act,
    onSuccess: () => {
      queries.removeQueries({ queryKey: ['participant', competition] })
      void queries.invalidateQueries({ queryKey: ['duplicates', competition] })
      void queries.invalidateQueries({ queryKey: ['participants', competition] })
      void queries.invalidateQueries({ queryKey: ['console', competition, 'audit'] })
      showBanner(done, 'success')
    },
  })
}

export const useProposeMerge = (pair: Pair, needsSecond: boolean) =>
  useMergeAct(
    pair.competition,
    (body: { choices: { key: string; stands: Stands }[]; reason: string }) =>
      api('POST /admin/competitions/:competition/duplicates/:test_id/:other_id/merge', { params: pair, body }),
    needsSecond ? 'Предложение ждёт второго организатора' : 'Обоим отправлены письма, через сутки записи объединятся',
  )

export const useConfirmMerge = (competition: string, act_id: number) =>
  useMergeAct(
    competition,
    (reason: string) =>
      api('POST /admin/competitions/:competition/merges/:act_id/confirm', {
        params: { competition, act_id },
        body: { reason },
      }),
    'Обоим отправлены письма, через сутки записи объединятся',
  )

export const useStopMerge = (competition: string, act_id: number) =>
  useMergeAct(
    competition,
    (reason: string) =>
      api('POST /admin/competitions/:competition/merges/:act_id/stop', {
        params: { competition, act_id },
        body: { reason },
      }),
    'Готово, записи остаются отдельными',
  )
