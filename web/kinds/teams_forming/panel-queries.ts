import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { checkedTeamsPage, replacementsPage } from '#shared/programme/teams_forming/limits.ts'
import type { Answer } from '#web/platform/api/client.ts'
import { api, download } from '#web/platform/api/portal-api.ts'
import type { StagePanelProps } from '#web/stages/kind.ts'

export type Teams = Answer<'GET /admin/competitions/:competition/stages/:code/teams'>
export type ListedTeam = Teams['teams'][number]
export type Team = Answer<'GET /admin/competitions/:competition/stages/:code/teams/:team_id'>
export type Plan = Answer<'GET /admin/competitions/:competition/stages/:code/teams-assembly'>

export type Replacement =
  Answer<'GET /admin/competitions/:competition/stages/:code/team-replacements'>['replacements'][number]

export interface Asked {
  search: string
  only: 'all' | 'unchecked' | 'under_check' | 'admitted' | 'rejected' | 'short'
  page: number
}

const key = ({ competition, code }: StagePanelProps) => ['formed-teams-panel', competition, code]
const params = ({ competition, code }: StagePanelProps) => ({ competition, code })

export const teamsQuery = (place: StagePanelProps, { search, only, page }: Asked) =>
  queryOptions({
    queryKey: [...key(place), 'list', search, only, page],
    queryFn: () =>
      api('GET /admin/competitions/:competition/stages/:code/teams', {
        params: params(place),
        query: {
          limit: checkedTeamsPage,
          offset: (page - 1) * checkedTeamsPage,
          ...(search && { search }),
          ...(only !== 'all' && { only }),
        },
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: false,
  })

export const teamQuery = (place: StagePanelProps, team_id: number) =>
  queryOptions({
    queryKey: [...key(place), 'team', team_id],
    queryFn: () =>
      api('GET /admin/competitions/:competition/stages/:code/teams/:team_id', {
        params: { ...params(place), team_id },
      }),
    staleTime: 0,
  })

export const planQuery = (place: StagePanelProps) =>
  queryOptions({
    queryKey: [...key(place), 'plan'],
    queryFn: () => api('GET /admin/competitions/:competition/stages/:code/teams-assembly', { params: params(place) }),
    staleTime: 0,
    gcTime: 0,
  })

export const replacementsQuery = (place: StagePanelProps, { over, page }: { over: boolean; page: number }) =>
  queryOptions({
    queryKey: [...key(place), 'replacements', over, page],
    queryFn: () =>
      api('GET /admin/competitions/:competition/stages/:code/team-replacements', {
        params: params(place),
        query: { over, limit: replacementsPage, offset: (page - 1) * replacementsPage },
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** The letter of a team, or a document of its request. */
export const downloadPaper = (place: StagePanelProps, team_id: number, file_id: string): Promise<void> =>
  download('GET /admin/competitions/:competition/stages/:code/teams/:team_id/files/:file_id', {
    params: { ...params(place), team_id, file_id },
  })

interface Because {
  team_id: number
  reason: string
}
interface OfMember extends Because {
  test_id: number
}

export const callsOf = (place: StagePanelProps) => ({
  decide: ({
    team_id,
    ...body
  }: {
    team_id: number
    verdict: Team['verdict']
    /** The verdict that the organiser saw. */
    seen: Team['verdict']
    reason: string
    members: { test_id: number; verdict: Team['members'][number]['verdict']; note: string }[]
  }) =>
    api('PUT /admin/competitions/:competition/stages/:code/teams/:team_id/verdict', {
      params: { ...params(place), team_id },
      body,
    }),
  member: ({ team_id, test_id, ...body }: OfMember & { become: 'member' | 'captain' }) =>
    api('PUT /admin/competitions/:competition/stages/:code/teams/:team_id/members/:test_id', {
      params: { ...params(place), team_id, test_id },
      body,
    }),
  remove: ({ team_id, test_id, reason }: OfMember) =>
    api('POST /admin/competitions/:competition/stages/:code/teams/:team_id/members/:test_id/removal', {
      params: { ...params(place), team_id, test_id },
      body: { reason },
    }),
  merge: ({ team_id, ...body }: Because & { into: number }) =>
    api('POST /admin/competitions/:competition/stages/:code/teams/:team_id/merge', {
      params: { ...params(place), team_id },
      body,
    }),
  split: ({ team_id, ...body }: Because & { team_name: string; members: number[] }) =>
    api('POST /admin/competitions/:competition/stages/:code/teams/:team_id/split', {
      params: { ...params(place), team_id },
      body,
    }),
  dissolve: ({ team_id, reason }: Because) =>
    api('POST /admin/competitions/:competition/stages/:code/teams/:team_id/dissolve', {
      params: { ...params(place), team_id },
      body: { reason },
    }),
  answer: ({ replacement_id, ...body }: { replacement_id: number; outcome: 'granted' | 'declined'; reason: string }) =>
    api('PUT /admin/competitions/:competition/stages/:code/team-replacements/:replacement_id', {
      params: { ...params(place), replacement_id },
      body,
    }),
  assemble: (fingerprint: string) =>
    api('POST /admin/competitions/:competition/stages/:code/teams-assembly', {
      params: params(place),
      body: { fingerprint },
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
