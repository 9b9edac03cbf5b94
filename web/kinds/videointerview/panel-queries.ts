import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Answer } from '#web/platform/api/client.ts'
import { api } from '#web/platform/api/portal-api.ts'
import type { StagePanelProps } from '#web/stages/kind.ts'

export type Board = Answer<'GET /admin/competitions/:competition/stages/:code/video'>
export type BoardTake = Board['takes'][number]

export const boardPage = 20
const key = ({ competition, code }: StagePanelProps) => ['video-board', competition, code]

export const boardQuery = (place: StagePanelProps, page: number, all: boolean) =>
  queryOptions({
    queryKey: [...key(place), page, all],
    queryFn: () =>
      api('GET /admin/competitions/:competition/stages/:code/video', {
        params: { ...place },
        query: { limit: boardPage, offset: (page - 1) * boardPage, all },
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: false,
  })

export function useGrant(place: StagePanelProps) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: { test_id: number; question: number; reason: string; answers_request: boolean }) =>
      api('POST /admin/competitions/:competition/stages/:code/video/takes', { params: { ...place }, body }),
    // Also after a refusal: another organiser may have been quicker.
    onSettled: () => queries.invalidateQueries({ queryKey: key(place) }),
  })
}
