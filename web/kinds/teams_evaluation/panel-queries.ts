import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { evaluationTeamsPage } from '#shared/kinds/teams_evaluation/limits.ts'
import type { Answer } from '#web/platform/api/client.ts'
import { api } from '#web/platform/api/portal-api.ts'
import type { StagePanelProps } from '#web/stages/kind.ts'

export type Evaluation = Answer<'GET /admin/competitions/:competition/stages/:code/team-marks'>
export type EvaluatedTeam = Evaluation['teams'][number]

export interface Asked {
  search: string
  only: 'all' | 'late' | 'flagged'
  page: number
}

const key = ({ competition, code }: StagePanelProps) => ['team-marks-panel', competition, code]
const params = ({ competition, code }: StagePanelProps) => ({ competition, code })

export const evaluationQuery = (place: StagePanelProps, { search, only, page }: Asked) =>
  queryOptions({
    queryKey: [...key(place), search, only, page],
    queryFn: () =>
      api('GET /admin/competitions/:competition/stages/:code/team-marks', {
        params: params(place),
        query: {
          limit: evaluationTeamsPage,
          offset: (page - 1) * evaluationTeamsPage,
          ...(search && { search }),
          ...(only !== 'all' && { only }),
        },
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: false,
  })

export const callsOf = (place: StagePanelProps) => ({
  remind: () =>
    api('POST /admin/competitions/:competition/stages/:code/team-marks/reminder', { params: params(place) }),
  count: (body: { skip_straight: boolean; skip_pairs: boolean }) =>
    api('POST /admin/competitions/:competition/stages/:code/team-marks/count', { params: params(place), body }),
  observers: ({ team_id, observers }: { team_id: number; observers: number[] }) =>
    api('PUT /admin/competitions/:competition/stages/:code/team-marks/teams/:team_id/observers', {
      params: { ...params(place), team_id },
      body: { observers },
    }),
})

/** An act of an organiser; afterwards the panel is read again, also when the act was refused. */
export function useAct<Sent, Said>(
  place: StagePanelProps,
  act: (sent: Sent) => Promise<Said>,
  onDone?: (said: Said) => void,
) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: act,
    onSuccess: (said) => onDone?.(said),
    onSettled: () => queries.invalidateQueries({ queryKey: key(place) }),
  })
}
