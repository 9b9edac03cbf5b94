import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { commentsPage, presenceEvery, versionsPage } from '#shared/kinds/teams_solution/limits.ts'
import type { DraftServer } from '#web/forms/drafts/draft-keeper.ts'
import { type PiecesToSend, sendInPieces } from '#web/forms/uploads/send-in-pieces.ts'
import type { Answer } from '#web/platform/api/client.ts'
import { api, download } from '#web/platform/api/portal-api.ts'
import { workKey } from '#web/stages/queries.ts'
import { renewStage } from '#web/stages/use-hand-in.ts'

export type Solution = Answer<'GET /user/stages/:stage_id/solution'>
export type Section = Solution['sections'][number]
export type Member = Solution['members'][number]
export type Version = Answer<'GET /user/stages/:stage_id/solution/versions'>['versions'][number]

/** The name of this page: when a person has two pages open, only one of them writes a section. */
export const holder = crypto.randomUUID()

const key = (stageId: number) => [...workKey(stageId), 'solution']

export const solutionQuery = (stageId: number) =>
  queryOptions({
    queryKey: key(stageId),
    queryFn: () => api('GET /user/stages/:stage_id/solution', { params: { stage_id: stageId } }),
  })

/**
 * Reports every few seconds that this page is open, and loads the work when its stamp has changed. Returns who is here.
 */
export function usePresence(stageId: number, solution: Solution | undefined): readonly number[] | null {
  const queries = useQueryClient()
  const here = useQuery({
    queryKey: [...key(stageId), 'here'],
    queryFn: () =>
      api('POST /user/stages/:stage_id/solution/here', { params: { stage_id: stageId }, body: { holder } }),
    refetchInterval: presenceEvery,
    // This page keeps its sections while the person looks at another tab.
    refetchIntervalInBackground: true,
    enabled: solution?.may_write === true || solution?.may_hand_in === true,
    gcTime: 0,
  })
  const stamp = here.data?.stamp
  const known = solution?.stamp
  const handedIn = solution?.handed_in_revision
  useEffect(() => {
    if (stamp && known && stamp !== known) void queries.invalidateQueries({ queryKey: key(stageId), exact: true })
  }, [stamp, known, queries, stageId])
  // When another member hands in, the state of the stage changes here, too.
  const before = useRef(handedIn)
  useEffect(() => {
    if (before.current !== undefined && handedIn !== undefined && handedIn > before.current)
      renewStage(queries, stageId)
    before.current = handedIn
  }, [handedIn, queries, stageId])
  return here.data?.here ?? null
}

/** A change whose answer is the whole page. */
function useChange<Input>(stageId: number, send: (input: Input) => Promise<Solution | null>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: send,
    onSuccess: (solution) => solution && queries.setQueryData(key(stageId), solution),
    onError: () => void queries.invalidateQueries({ queryKey: key(stageId), exact: true }),
  })
}

export const useHold = (stageId: number) =>
  useChange(stageId, (section: string) =>
    api('PUT /user/stages/:stage_id/solution/sections/:section/hold', {
      params: { stage_id: stageId, section },
      body: { holder },
    }),
  )

export const useGiveBack = (stageId: number) =>
  useChange(stageId, (section: string) =>
    api('DELETE /user/stages/:stage_id/solution/sections/:section/hold', {
      params: { stage_id: stageId, section },
      query: { holder },
    }),
  )

export const useAgreement = (stageId: number) =>
  useChange(stageId, (body: { revision: number; agreed: boolean }) =>
    api('PUT /user/stages/:stage_id/solution/agreement', { params: { stage_id: stageId }, body }),
  )

export const useDeputy = (stageId: number) =>
  useChange(stageId, (test_id: number) =>
    api('PUT /user/stages/:stage_id/solution/deputy', { params: { stage_id: stageId }, body: { test_id } }),
  )

export const useDropFile = (stageId: number) =>
  useChange(stageId, (file_id: string) =>
    api('DELETE /user/stages/:stage_id/solution/files/:file_id', { params: { stage_id: stageId, file_id } }),
  )

export const filesPlace = (stageId: number): string => `stage ${stageId}/solution`

export const sendSolutionFile = (
  stageId: number,
  sent: Pick<PiecesToSend, 'file' | 'kept' | 'onProgress' | 'signal'>,
): Promise<Solution> =>
  sendInPieces(
    { ...sent, purpose: 'file', place: filesPlace(stageId), stage: { id: stageId, field: 'files' } },
    (upload_id) =>
      api('POST /user/stages/:stage_id/solution/uploads/:upload_id', { params: { stage_id: stageId, upload_id } }),
  )

export const downloadSolutionFile = (stageId: number, file_id: string): Promise<void> =>
  download('GET /user/stages/:stage_id/solution/files/:file_id', { params: { stage_id: stageId, file_id } })

/** A section on the server, for the keeper of its draft. */
export const sectionDraft = (stageId: number, section: string): DraftServer => ({
  async read() {
    const { text, revision, saved_at } = await api('GET /user/stages/:stage_id/solution/sections/:section', {
      params: { stage_id: stageId, section },
    })
    return { draft: { text }, revision, saved_at }
  },
  write: (data, revision, { keepalive }) =>
    api('PUT /user/stages/:stage_id/solution/sections/:section', {
      params: { stage_id: stageId, section },
      body: { text: String(data.text ?? ''), revision, holder },
      keepalive,
    }),
})

export const handInSolution = (stageId: number, body: { revision: number }, idempotencyKey: string) =>
  api('POST /user/stages/:stage_id/solution/hand-in', { params: { stage_id: stageId }, body, idempotencyKey })

export const versionsQuery = (stageId: number, page: number) =>
  queryOptions({
    queryKey: [...key(stageId), 'versions', page],
    queryFn: () =>
      api('GET /user/stages/:stage_id/solution/versions', {
        params: { stage_id: stageId },
        query: { limit: versionsPage, offset: (page - 1) * versionsPage },
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

export const versionQuery = (stageId: number, version_id: number) =>
  queryOptions({
    queryKey: [...key(stageId), 'version', version_id],
    queryFn: () =>
      api('GET /user/stages/:stage_id/solution/versions/:version_id', { params: { stage_id: stageId, version_id } }),
    staleTime: 0,
  })

/** What the members say to each other; `count` is part of the key, so another message loads them again. */
export const commentsQuery = (stageId: number, count: number) =>
  infiniteQueryOptions({
    queryKey: [...key(stageId), 'comments', count],
    queryFn: ({ pageParam }) =>
      api('GET /user/stages/:stage_id/solution/comments', {
        params: { stage_id: stageId },
        query: { limit: commentsPage, offset: pageParam },
      }),
    initialPageParam: 0,
    getNextPageParam: (last, all) => {
      const loaded = all.reduce((sum, { comments }) => sum + comments.length, 0)
      return loaded < last.count ? loaded : undefined
    },
    placeholderData: keepPreviousData,
  })

export function useComment(stageId: number) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (text: string) =>
      api('POST /user/stages/:stage_id/solution/comments', { params: { stage_id: stageId }, body: { text } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: key(stageId) }),
  })
}
