import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { regionalTeamsPage } from '#shared/programme/teams_forming/limits.ts'
import type { Answer } from '#web/platform/api/client.ts'
import { api } from '#web/platform/api/portal-api.ts'
import type { StagePanelProps } from '#web/stages/kind.ts'

export type Groups = Answer<'GET /admin/competitions/:competition/stages/:code/regional-groups'>
export type Group = Groups['groups'][number]
type Teams = Answer<'GET /admin/competitions/:competition/stages/:code/regional-groups/:group_id/teams'>
export type RegionalTeam = Teams['teams'][number]

const key = ({ competition, code }: StagePanelProps) => ['regional-panel', competition, code]
const params = ({ competition, code }: StagePanelProps) => ({ competition, code })

export const groupsQuery = (place: StagePanelProps) =>
  queryOptions({
    queryKey: [...key(place), 'groups'],
    queryFn: () => api('GET /admin/competitions/:competition/stages/:code/regional-groups', { params: params(place) }),
    staleTime: 0,
    retry: false,
  })

export const teamsQuery = (place: StagePanelProps, of: { group_id: number; search: string; page: number }) =>
  queryOptions({
    queryKey: [...key(place), 'teams', of.group_id, of.search, of.page],
    queryFn: () =>
      api('GET /admin/competitions/:competition/stages/:code/regional-groups/:group_id/teams', {
        params: { ...params(place), group_id: of.group_id },
        query: {
          search: of.search,
          limit: regionalTeamsPage,
          offset: (of.page - 1) * regionalTeamsPage,
        },
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

export const marksQuery = (place: StagePanelProps, team_id: number) =>
  queryOptions({
    queryKey: [...key(place), 'marks', team_id],
    queryFn: () =>
      api('GET /admin/competitions/:competition/stages/:code/regional-teams/:team_id/marks', {
        params: { ...params(place), team_id },
      }),
    staleTime: 0,
  })

interface GroupBody {
  title: string
  regions: string[]
}
interface TeamBody {
  name: string
  capacity: number
}
interface OfMember {
  team_id: number
  test_id: number
  reason: string
}

export const callsOf = (place: StagePanelProps) => ({
  makeGroup: (body: GroupBody) =>
    api('POST /admin/competitions/:competition/stages/:code/regional-groups', { params: params(place), body }),
  changeGroup: ({ group_id, ...body }: GroupBody & { group_id: number }) =>
    api('PUT /admin/competitions/:competition/stages/:code/regional-groups/:group_id', {
      params: { ...params(place), group_id },
      body,
    }),
  dropGroup: (group_id: number) =>
    api('DELETE /admin/competitions/:competition/stages/:code/regional-groups/:group_id', {
      params: { ...params(place), group_id },
    }),
  makeTeam: ({ group_id, ...body }: TeamBody & { group_id: number }) =>
    api('POST /admin/competitions/:competition/stages/:code/regional-groups/:group_id/teams', {
      params: { ...params(place), group_id },
      body,
    }),
  changeTeam: ({ team_id, ...body }: TeamBody & { team_id: number }) =>
    api('PUT /admin/competitions/:competition/stages/:code/regional-teams/:team_id', {
      params: { ...params(place), team_id },
      body,
    }),
  dropTeam: (team_id: number) =>
    api('DELETE /admin/competitions/:competition/stages/:code/regional-teams/:team_id', {
      params: { ...params(place), team_id },
    }),
  bring: ({ team_id, test_id, reason }: OfMember) =>
    api('PUT /admin/competitions/:competition/stages/:code/regional-teams/:team_id/members/:test_id', {
      params: { ...params(place), team_id, test_id },
      body: { reason },
    }),
  takeOut: ({ team_id, test_id, reason }: OfMember) =>
    api('POST /admin/competitions/:competition/stages/:code/regional-teams/:team_id/members/:test_id/removal', {
      params: { ...params(place), team_id, test_id },
      body: { reason },
    }),
  mark: ({
    team_id,
    ...body
  }: {
    team_id: number
    author: number
    teammate: number
    mark: number | null
    reason: string
  }) =>
    api('PUT /admin/competitions/:competition/stages/:code/regional-teams/:team_id/marks', {
      params: { ...params(place), team_id },
      body,
    }),
})

/** An act of an organiser; afterwards the panel is read again, also when the act was refused. */
export function useRegionalAct(place: StagePanelProps) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (act: () => Promise<unknown>) => act(),
    onSettled: () => queries.invalidateQueries({ queryKey: key(place) }),
  })
}
