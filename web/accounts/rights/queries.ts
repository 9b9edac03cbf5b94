import { type QueryKey, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { GivenFlag, PortalFlag } from '#shared/accounts/rights/flag-titles.ts'
import type { Answer } from '#web/platform/api/client.ts'
import { api } from '#web/platform/api/portal-api.ts'
import { showBanner } from '#web/platform/messages/banner.ts'
import { showSent } from '#web/platform/messages/mail-waits.ts'

const base = '/admin/competitions/:competition/rights'
export type Rights = Answer<`GET ${typeof base}`>
export type Organiser = Rights['people'][number]

export const rightsQuery = (competition: string) =>
  queryOptions({
    queryKey: ['rights', competition],
    queryFn: () => api(`GET ${base}`, { params: { competition } }),
    staleTime: 0,
  })

function useChanged<Given, Changed>(
  key: QueryKey,
  change: (given: Given) => Promise<Changed>,
  said: string,
  { journal, say = (done) => showBanner(done, 'success') }: { journal?: QueryKey; say?: (done: string) => void } = {},
) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: (rights) => {
      queries.setQueryData(key, rights)
      if (journal) void queries.invalidateQueries({ queryKey: journal })
      say(said)
    },
  })
}

const useChange = <Given>(
  competition: string,
  change: (given: Given) => Promise<Rights>,
  said: string,
  say?: typeof showSent,
) =>
  useChanged(rightsQuery(competition).queryKey, change, said, {
    journal: ['console', competition, 'audit'],
    ...(say && { say }),
  })

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
    showSent,
  )

export const useWithdraw = (competition: string) =>
  useChange(
    competition,
    (invitation_id: number) =>
      api(`DELETE ${base}/invitations/:invitation_id`, { params: { competition, invitation_id } }),
    'Приглашение отозвано',
  )

export type PortalRights = Answer<'GET /admin/rights'>
export type PortalOrganiser = PortalRights['people'][number]

export const portalRightsQuery = queryOptions({
  queryKey: ['portal-rights'],
  queryFn: () => api('GET /admin/rights', {}),
  staleTime: 0,
})

const usePortalChange = <Given>(change: (given: Given) => Promise<PortalRights>, said: string, say?: typeof showSent) =>
  useChanged(portalRightsQuery.queryKey, change, said, say && { say })

export const useSetPortalRights = () =>
  usePortalChange(
    ({ test_id, flags }: { test_id: number; flags: PortalFlag[] }) =>
      api('PUT /admin/rights/:test_id', { params: { test_id }, body: { flags } }),
    'Права изменены',
  )

/** Without competitions in all of them. */
export const usePortalInvite = (competitions: string[]) =>
  usePortalChange(
    (body: { email: string; flags: PortalFlag[] }) =>
      api('POST /admin/rights/invitations', { body: { ...body, competitions } }),
    'Приглашение отправлено',
    showSent,
  )

export const usePortalWithdraw = () =>
  usePortalChange(
    (invitation_id: number) => api('DELETE /admin/rights/invitations/:invitation_id', { params: { invitation_id } }),
    'Приглашение отозвано',
  )
