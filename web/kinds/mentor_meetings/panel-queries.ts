import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { meetingBoardPage, meetingPeoplePage } from '#shared/programme/meetings/limits.ts'
import type { Answer } from '#web/platform/api/client.ts'
import { api } from '#web/platform/api/portal-api.ts'
import type { StagePanelProps } from '#web/stages/kind.ts'

export type Board = Answer<'GET /admin/competitions/:competition/stages/:code/meetings'>
export type BoardMeeting = Board['meetings'][number]
export type Moves = Answer<'POST /admin/competitions/:competition/stages/:code/meetings/moves'>

const key = ({ competition, code }: StagePanelProps) => ['meetings-panel', competition, code]
const pageOf = (page: number) => ({ limit: meetingPeoplePage, offset: (page - 1) * meetingPeoplePage })

export const boardQuery = (
  place: StagePanelProps,
  { from, mentor, page }: { from: string; mentor: number | null; page: number },
) =>
  queryOptions({
    queryKey: [...key(place), 'board', from, mentor, page],
    queryFn: () =>
      api('GET /admin/competitions/:competition/stages/:code/meetings', {
        params: { ...place },
        query: {
          ...{ limit: meetingBoardPage, offset: (page - 1) * meetingBoardPage },
          ...(from && { from }),
          ...(mentor && { mentor_id: mentor }),
        },
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

export const quotaQuery = (place: StagePanelProps, { short, page }: { short: boolean; page: number }) =>
  queryOptions({
    queryKey: [...key(place), 'quota', short, page],
    queryFn: () =>
      api('GET /admin/competitions/:competition/stages/:code/meetings/people', {
        params: { ...place },
        query: { ...(short && { short }), ...pageOf(page) },
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

export const noShowsQuery = (place: StagePanelProps, page: number) =>
  queryOptions({
    queryKey: [...key(place), 'no-shows', page],
    queryFn: () =>
      api('GET /admin/competitions/:competition/stages/:code/meetings/no-shows', {
        params: { ...place },
        query: pageOf(page),
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

export interface Move {
  ids: number[]
  by_minutes: number
  mentor_id: number | null
}

const moves = (place: StagePanelProps, body: Move & { reason: string; fingerprint: string | null }) =>
  api('POST /admin/competitions/:competition/stages/:code/meetings/moves', { params: { ...place }, body })

/** What would change: nothing is written. */
export const dryRunQuery = (place: StagePanelProps, move: Move) =>
  queryOptions({
    queryKey: [...key(place), 'dry-run', move],
    queryFn: () => moves(place, { ...move, reason: '', fingerprint: null }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })

export function useMoves(place: StagePanelProps) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: Move & { reason: string; fingerprint: string }) => moves(place, body),
    onSettled: () => queries.invalidateQueries({ queryKey: key(place) }),
  })
}
