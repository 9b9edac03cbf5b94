import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { GivenFlag } from '#shared/accounts/rights/flag-titles.ts'
import type { Answer } from '#web/platform/api/client.ts'
import { api } from '#web/platform/api/portal-api.ts'
import { showBanner } from '#web/platform/messages/banner.ts'

const base = '/admin/competitions/:competition/rights'
export type Rights = Answer<`GET ${typeof base}`>
export type Organiser = Rights['people'][number]
export type Invited = Rights['invited'][number]

export const rightsQuery = (competition: string) =>
  queryOptions({
    queryKey: ['rights', competition],
    queryFn: () => api(`GET ${base}`, { params: { competition } }),
    staleTime: 0,
  })

function useChange<Given>(competition: string, change: (given: Given) => Promise<Rights>, said: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: (rights) => {
      queries.setQueryData(rightsQuery(competition).queryKey, rights)
      void queries.invalidateQueries({ queryKey: ['console', competition, 'audit'] })
      showBanner(said, 'success')
    },
  })
}

export const useSetRights = (competition: string) =>
  useChange(
    competition,
    ({ test_id, flags }: { test_id: number; flags: GivenFlag[] }) =>
      api(`PUT ${base}/:test_id`, { params: { competition, test_id }, body: { flags } }),
    'Права изменены',
  )

export const useInvite = (competition: string) =>
  useChange(
    competition,
    (body: { email: string; flags: GivenFlag[] }) => api(`POST ${base}/invitations`, { params: { competition }, body }),
    'Приглашение отправлено',
  )

export const useWithdraw = (competition: string) =>
  useChange(
    competition,
    (invitation_id: number) =>
      api(`DELETE ${base}/invitations/:invitation_id`, { params: { competition, invitation_id } }),
    'Приглашение отозвано',
  )
