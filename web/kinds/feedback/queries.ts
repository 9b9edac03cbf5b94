import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Answer } from '#web/platform/api/client.ts'
import { api, download } from '#web/platform/api/portal-api.ts'
import type { StagePanelProps } from '#web/stages/kind.ts'
import { workKey } from '#web/stages/queries.ts'
import { renewStage } from '#web/stages/use-hand-in.ts'

export type FeedbackPage = Answer<'GET /user/stages/:stage_id/feedback'>
export type Figures = Answer<'GET /admin/competitions/:competition/stages/:code/feedback'>

export interface Opinion {
  recommend: number
  marks: (number | null)[]
  text: string
}

export const feedbackQuery = (stageId: number) =>
  queryOptions({
    queryKey: [...workKey(stageId), 'feedback'],
    queryFn: () => api('GET /user/stages/:stage_id/feedback', { params: { stage_id: stageId } }),
    // A round that begins while somebody writes must not change the questions.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

/** The only fact about the device that is sent. */
const device = () => (matchMedia('(pointer: coarse)').matches ? ('phone' as const) : ('computer' as const))

export function useGiveFeedback(stageId: number) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (opinion: Opinion & { round: 'before' | 'after'; anonymous: boolean }) =>
      api('PUT /user/stages/:stage_id/feedback', {
        params: { stage_id: stageId },
        body: { ...opinion, device: device() },
      }),
    onSuccess: () => renewStage(queries, stageId),
  })
}

/** The page is left afterwards, because the stage no longer exists for the person. */
export const useNeverAsk = (stageId: number) =>
  useMutation({
    mutationFn: () => api('POST /user/stages/:stage_id/feedback/never', { params: { stage_id: stageId } }),
  })

export const figuresQuery = ({ competition, code }: StagePanelProps) =>
  queryOptions({
    queryKey: ['feedback-panel', competition, code],
    queryFn: () => api('GET /admin/competitions/:competition/stages/:code/feedback', { params: { competition, code } }),
    staleTime: 0,
  })

/** Makes a named opinion a request to support, and shows its number. */
export function useRequestOf({ competition, code }: StagePanelProps) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: { round: 'before' | 'after'; test_id: number }) =>
      api('POST /admin/competitions/:competition/stages/:code/feedback/requests', {
        params: { competition, code },
        body,
      }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['feedback-panel', competition, code] }),
  })
}

export const useFeedbackTable = ({ competition, code }: StagePanelProps) =>
  useMutation({
    mutationFn: () =>
      download('GET /admin/competitions/:competition/stages/:code/feedback/csv', { params: { competition, code } }),
  })
