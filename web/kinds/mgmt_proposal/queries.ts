import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { UsePurpose } from '#shared/kinds/mgmt_proposal/routes.ts'
import type { Answer } from '#web/platform/api/client.ts'
import { api } from '#web/platform/api/portal-api.ts'
import { workKey } from '#web/stages/queries.ts'
import { renewStage } from '#web/stages/use-hand-in.ts'

export type OwnProposal = Answer<'GET /user/stages/:stage_id/proposal'>

/**
 * Topics with their places, consents and whether the author may withdraw. Changes with every work that is handed in.
 */
export const ownProposalQuery = (stageId: number) =>
  queryOptions({
    queryKey: [...workKey(stageId), 'proposal'],
    queryFn: () => api('GET /user/stages/:stage_id/proposal', { params: { stage_id: stageId } }),
    staleTime: 0,
  })

export function useWithdrawal(stageId: number) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => api('POST /user/stages/:stage_id/proposal/withdrawal', { params: { stage_id: stageId } }),
    onSuccess: (own) => queries.setQueryData(ownProposalQuery(stageId).queryKey, own),
    onSettled: () => renewStage(queries, stageId),
  })
}

export function useUseConsent(stageId: number) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ purpose, given }: { purpose: UsePurpose; given: boolean }) =>
      api('PUT /user/stages/:stage_id/proposal/consents/:purpose', {
        params: { stage_id: stageId, purpose },
        body: { given },
      }),
    onSuccess: (own) => queries.setQueryData(ownProposalQuery(stageId).queryKey, own),
  })
}
