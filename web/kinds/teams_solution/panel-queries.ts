import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { solutionTeamsPage } from '#shared/kinds/teams_solution/limits.ts'
import type { Answer } from '#web/platform/api/client.ts'
import { api, download } from '#web/platform/api/portal-api.ts'
import type { StagePanelProps } from '#web/stages/kind.ts'

export type Teams = Answer<'GET /admin/competitions/:competition/stages/:code/solutions'>
export type Team = Teams['teams'][number]

export interface Asked {
  search: string
  without: boolean
  page: number
}

const key = ({ competition, code }: StagePanelProps) => ['solutions', competition, code]

export const teamsQuery = (place: StagePanelProps, { search, without, page }: Asked) =>
  queryOptions({
    queryKey: [...key(place), search, without, page],
    queryFn: () =>
      api('GET /admin/competitions/:competition/stages/:code/solutions', {
        params: { ...place },
        query: {
          limit: solutionTeamsPage,
          offset: (page - 1) * solutionTeamsPage,
          ...(search && { search }),
          ...(without && { only: 'without' as const }),
        },
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

export function useDraw(place: StagePanelProps) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () =>
      api('POST /admin/competitions/:competition/stages/:code/solutions/draw', { params: { ...place } }),
    onSettled: () => queries.invalidateQueries({ queryKey: key(place) }),
  })
}

export function useTeamTime(place: StagePanelProps) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ team_id, ...body }: { team_id: number; closes_at: string | null; reason: string }) =>
      api('PUT /admin/competitions/:competition/stages/:code/solutions/:team_id/time', {
        params: { ...place, team_id },
        body,
      }),
    onSuccess: () => queries.invalidateQueries({ queryKey: key(place) }),
  })
}

export type Part = Answer<'GET /admin/competitions/:competition/stages/:code/solutions/parts'>['parts'][number]

/** Loaded again for every number of works. */
export const partsQuery = (place: StagePanelProps, works: number) =>
  queryOptions({
    queryKey: [...key(place), 'parts', works],
    queryFn: () => api('GET /admin/competitions/:competition/stages/:code/solutions/parts', { params: { ...place } }),
    staleTime: 0,
  })

export const useDownloadSolutions = (place: StagePanelProps) =>
  useMutation({
    mutationFn: ({ as, from, to }: { as: 'docx' | 'zip' } & Pick<Part, 'from' | 'to'>) =>
      download(`GET /admin/competitions/:competition/stages/:code/solutions/${as}`, {
        params: { ...place },
        query: { from, to },
      }),
  })
