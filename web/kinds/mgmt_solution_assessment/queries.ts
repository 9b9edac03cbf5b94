import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { DraftServer } from '#web/forms/drafts/draft-keeper.ts'
import type { Answer } from '#web/platform/api/client.ts'
import { api, download } from '#web/platform/api/portal-api.ts'
import { workKey } from '#web/stages/queries.ts'
import { renewStage } from '#web/stages/use-hand-in.ts'

export type PeerPage = Answer<'GET /user/stages/:stage_id/peer'>
export type PeerTask = Answer<'GET /user/stages/:stage_id/peer/tasks/:task_id'>

/** What a person has typed about a work. */
export interface TypedTask {
  marks: Record<string, number>
  comment: string
}

/** A kept draft in its shape; an older copy in this browser may lack a part. */
export const typedIn = (data: Record<string, unknown>): TypedTask => ({
  marks: {},
  comment: '',
  ...(data as Partial<TypedTask>),
})

export const peerQuery = (stageId: number) =>
  queryOptions({
    queryKey: [...workKey(stageId), 'peer'],
    queryFn: () => api('GET /user/stages/:stage_id/peer', { params: { stage_id: stageId } }),
    staleTime: 0,
  })

export const taskQuery = (stageId: number, taskId: number) =>
  queryOptions({
    queryKey: [...workKey(stageId), 'peer', taskId],
    queryFn: () =>
      api('GET /user/stages/:stage_id/peer/tasks/:task_id', { params: { stage_id: stageId, task_id: taskId } }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
    // A reload must not replace what is being typed.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

/** Takes the next work and passes its number on, or null. */
export function useNext(stageId: number, onTask: (taskId: number | null) => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => api('POST /user/stages/:stage_id/peer/next', { params: { stage_id: stageId } }),
    onSuccess: ({ task_id }) => onTask(task_id),
    onSettled: () => renewStage(queries, stageId),
  })
}

/** What is typed, as a draft on the server. `spent` gives the milliseconds that the work was on the screen. */
export const taskDraftOn = (stageId: number, { task_id, typed }: PeerTask, spent: () => number): DraftServer => ({
  read: async () => ({
    draft: { marks: typed.marks, comment: typed.comment },
    revision: typed.revision,
    saved_at: typed.saved_at,
  }),
  write: (data, revision, { keepalive }) =>
    api('PUT /user/stages/:stage_id/peer/tasks/:task_id/draft', {
      params: { stage_id: stageId, task_id },
      body: { ...typedIn(data), spent: spent(), revision },
      keepalive,
    }),
})

export const sendTask = (stageId: number, { task_id, rubric }: PeerTask, typed: TypedTask, spent: number) =>
  api('POST /user/stages/:stage_id/peer/tasks/:task_id/marks', {
    params: { stage_id: stageId, task_id },
    body: { ...typed, spent, rubric_version: rubric.version },
  })

export const reportTask = (stageId: number, taskId: number, body: { about: 'plagiarism' | 'author'; text: string }) =>
  api('POST /user/stages/:stage_id/peer/tasks/:task_id/report', {
    params: { stage_id: stageId, task_id: taskId },
    body,
  })

export const downloadOf = (stageId: number, taskId: number) => (fileId: string) =>
  download('GET /user/stages/:stage_id/peer/tasks/:task_id/files/:file_id', {
    params: { stage_id: stageId, task_id: taskId, file_id: fileId },
  })
