import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Answer } from '#web/platform/api/client.ts'
import { api } from '#web/platform/api/portal-api.ts'

export type OwnAppeal = Answer<'GET /user/stages/:stage_id/appeal'>
export type FiledAppeal = NonNullable<Answer<'GET /desk/works/:work_id/appeal'>['appeal']>
export type AppealOutcome = 'kept' | 'passed' | 'failed'

/** Whether the person can appeal against the decision on a stage, and the appeal with its answer. */
export const appealQuery = (stageId: number) =>
  queryOptions({
    queryKey: ['stage', stageId, 'appeal'],
    queryFn: () => api('GET /user/stages/:stage_id/appeal', { params: { stage_id: stageId } }),
    staleTime: 0,
  })

export function useFileAppeal(stageId: number) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (text: string) =>
      api('POST /user/stages/:stage_id/appeal', { params: { stage_id: stageId }, body: { text } }),
    onSuccess: (appeal) => queries.setQueryData(appealQuery(stageId).queryKey, appeal),
  })
}

/** Appeals that nobody has answered. */
export const openAppealsQuery = queryOptions({
  queryKey: ['desk', 'appeals'],
  queryFn: () => api('GET /desk/appeals'),
  staleTime: 0,
})

export const workAppealQuery = (workId: number) =>
  queryOptions({
    queryKey: ['desk', 'works', workId, 'appeal'],
    queryFn: () => api('GET /desk/works/:work_id/appeal', { params: { work_id: workId } }),
    staleTime: 0,
  })

export function useAnswerAppeal(workId: number) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: { outcome: AppealOutcome; text: string; fingerprint: string }) =>
      api('POST /desk/works/:work_id/appeal', { params: { work_id: workId }, body }),
    onSuccess: (answered) => {
      queries.setQueryData(workAppealQuery(workId).queryKey, answered)
      return queries.invalidateQueries({ queryKey: openAppealsQuery.queryKey })
    },
    // What was answered meanwhile, or has changed, is shown beside the refusal.
    onError: () => queries.invalidateQueries({ queryKey: workAppealQuery(workId).queryKey }),
  })
}
