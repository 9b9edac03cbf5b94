import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, download } from '#web/platform/api/portal-api.ts'
import { workKey } from '#web/stages/queries.ts'
import { renewStage } from '#web/stages/use-hand-in.ts'

/** Whether there is a report, and answers of an earlier season that are still valid. */
export const questionnaireQuery = (stageId: number) =>
  queryOptions({
    queryKey: [...workKey(stageId), 'questionnaire'],
    queryFn: () => api('GET /user/stages/:stage_id/questionnaire', { params: { stage_id: stageId } }),
  })

export function useReuse(stageId: number) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () =>
      api('POST /user/stages/:stage_id/questionnaire/reuse', { params: { stage_id: stageId }, body: { agree: true } }),
    onSettled: () => renewStage(queries, stageId),
  })
}

export const useReport = (stageId: number) =>
  useMutation({
    mutationFn: (format: 'pdf' | 'docx') =>
      download('GET /user/stages/:stage_id/questionnaire/report', { params: { stage_id: stageId }, query: { format } }),
  })
