import { queryOptions } from '@tanstack/react-query'
import type { FormSchema } from '#shared/forms/fields/field.ts'
import { parseWire } from '#shared/platform/time/moscow.ts'
import type { DraftServer } from '#web/forms/drafts/draft-keeper.ts'
import type { Answer } from '#web/platform/api/client.ts'
import { api } from '#web/platform/api/portal-api.ts'
import { queryClient } from '#web/platform/api/query-client.ts'
import { keepServerTime } from '#web/platform/api/server-clock.ts'
import type { Stage } from './stage.ts'

export interface StagesAnswer {
  now: string
  stages: Stage[]
  disqualification: { infoblock: { title: string; text: string } } | null
}

export type StageDetails = Answer<'GET /user/stages/:stage_id'>
export type WorkPage = Omit<Answer<'GET /user/stages/:stage_id/work'>, 'form'> & { form: FormSchema }
export type HandedIn = Answer<'PUT /user/stages/:stage_id/answer'>

export const stagesQuery = (competition: string, track: string) =>
  queryOptions({
    queryKey: ['stages', competition, track],
    queryFn: async () => {
      const answer = await api('GET /user/user-stages', { query: { competition_code: competition, track } })
      const now = parseWire(answer.now)
      if (now) keepServerTime(now)
      return answer as StagesAnswer
    },
  })

export const stageQuery = (stageId: number) =>
  queryOptions({
    queryKey: ['stage', stageId],
    queryFn: () => api('GET /user/stages/:stage_id', { params: { stage_id: stageId } }),
  })

/** The key prefix of everything that a hand-in at a stage changes. */
export const workKey = (stageId: number) => ['work', stageId]

/** The work at a stage with a form: its questions, the hand-in and the remarks. */
export const workQuery = (stageId: number) =>
  queryOptions({
    queryKey: [...workKey(stageId), 'page'],
    // The contract does not define the sections; forms/field.ts does.
    queryFn: async () => (await api('GET /user/stages/:stage_id/work', { params: { stage_id: stageId } })) as WorkPage,
    // New questions while a person answers would lose input. A hand-in reports when they are outdated.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

/** The draft of a stage that accepts nothing more. */
export const leftDraftQuery = (stageId: number) =>
  queryOptions({
    queryKey: [...workKey(stageId), 'draft'],
    queryFn: () => api('GET /user/stages/:stage_id/draft', { params: { stage_id: stageId } }),
  })

export const workDraft = (stageId: number): DraftServer => ({
  read: () => api('GET /user/stages/:stage_id/draft', { params: { stage_id: stageId } }),
  async write(data, revision, { keepalive }) {
    const call = { params: { stage_id: stageId }, body: { data, revision }, keepalive }
    const kept = await api('PUT /user/stages/:stage_id/draft', call)
    // The first words begin the stage.
    if (revision === 0) void queryClient.invalidateQueries({ queryKey: ['stages'] })
    return kept
  },
})

export interface WorkToHandIn {
  data: Record<string, unknown>
  form_version: number
}

export const handInWork = (stageId: number, body: WorkToHandIn, idempotencyKey: string): Promise<HandedIn> =>
  api('PUT /user/stages/:stage_id/answer', { params: { stage_id: stageId }, body, idempotencyKey })

/** Earlier revisions of the draft. Loaded again each time, because every save adds one. */
export const revisionsQuery = (stageId: number) =>
  queryOptions({
    queryKey: [...workKey(stageId), 'revisions'],
    queryFn: async () =>
      (await api('GET /user/stages/:stage_id/revisions', { params: { stage_id: stageId } })).revisions,
    staleTime: 0,
    gcTime: 0,
  })

export const revisionQuery = (stageId: number, revision: number) =>
  queryOptions({
    queryKey: [...workKey(stageId), 'revisions', revision],
    queryFn: () => api('GET /user/stages/:stage_id/revisions/:revision', { params: { stage_id: stageId, revision } }),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** The draft as an assessor would see it. */
export const previewQuery = (stageId: number) =>
  queryOptions({
    queryKey: [...workKey(stageId), 'preview'],
    queryFn: () => api('GET /user/stages/:stage_id/preview', { params: { stage_id: stageId } }),
    staleTime: 0,
    gcTime: 0,
  })

/** Whether the person has an address for calendar programs. */
export const calendarQuery = queryOptions({
  queryKey: ['calendar-address'],
  queryFn: () => api('GET /user/calendar-address'),
})
