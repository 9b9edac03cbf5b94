import { queryOptions } from '@tanstack/react-query'
import type { AnswerData } from '#shared/forms/fields/field.ts'
import type { DraftServer } from '#web/forms/drafts/draft-keeper.ts'
import type { Answer } from '#web/platform/api/client.ts'
import { api, download } from '#web/platform/api/portal-api.ts'

export type Reading = Answer<'GET /desk/readings/:reading_id'>
export type ListedReading = Answer<'GET /desk/judging/:stage_id'>['readings'][number]
export type JudgedStage = Answer<'GET /desk/judging'>['stages'][number]

/** The stages whose works this person judges. */
export const judgedQuery = queryOptions({
  queryKey: ['desk', 'judging'],
  queryFn: () => api('GET /desk/judging'),
  staleTime: 0,
})

/** The questions about a judge's background, asked before the first work. */
export const backgroundQuery = queryOptions({
  queryKey: ['desk', 'background'],
  queryFn: () => api('GET /desk/background'),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
})

export const saveBackground = (answer: AnswerData) => api('PUT /desk/background', { body: { answer: { ...answer } } })

export const readingsQuery = (stageId: number) =>
  queryOptions({
    queryKey: ['desk', 'judging', stageId],
    queryFn: () => api('GET /desk/judging/:stage_id', { params: { stage_id: stageId } }),
    staleTime: 0,
  })

export const readingQuery = (readingId: number) =>
  queryOptions({
    queryKey: ['desk', 'readings', readingId],
    queryFn: () => api('GET /desk/readings/:reading_id', { params: { reading_id: readingId } }),
    staleTime: 0,
    gcTime: 0,
  })

/** What a judge has typed; a criterion without a mark is left out. */
export interface TypedMarks {
  marks: Record<string, number>
  comment: string
  note: string
  verdict: 'pass' | 'fail' | null
}

/** A kept draft in its shape; an older copy in this browser may lack a part. */
export const typedIn = (data: Record<string, unknown>): TypedMarks => ({
  marks: {},
  comment: '',
  note: '',
  verdict: null,
  ...(data as Partial<TypedMarks>),
})

export const downloadOf = (readingId: number) => (fileId: string) =>
  download('GET /desk/readings/:reading_id/files/:file_id', { params: { reading_id: readingId, file_id: fileId } })

export const playVideoOf = (readingId: number) => (fileId: string) =>
  api('POST /desk/readings/:reading_id/videos/:file_id', { params: { reading_id: readingId, file_id: fileId } })

export const reportRecording = (readingId: number, question: number, reason: string) =>
  api('POST /desk/readings/:reading_id/defects', { params: { reading_id: readingId }, body: { question, reason } })

/** What the judge types, as a draft on the server. `spent` gives the milliseconds that the work was on the screen. */
export const readingDraftOn = ({ reading_id, hand_in, typed }: Reading, spent: () => number): DraftServer => ({
  read: async () => ({
    draft: { marks: typed.marks, comment: typed.comment, note: typed.note, verdict: typed.verdict },
    revision: typed.revision,
    saved_at: typed.saved_at,
  }),
  write: (data, revision, { keepalive }) =>
    api('PUT /desk/readings/:reading_id/draft', {
      params: { reading_id },
      body: { hand_in, ...typedIn(data), spent: spent(), revision },
      keepalive,
    }),
})

export const sendMarks = ({ reading_id, hand_in, rubric }: Reading, typed: TypedMarks, spent: number) =>
  api('POST /desk/readings/:reading_id/marks', {
    params: { reading_id },
    body: { hand_in, ...typed, spent, rubric_version: rubric.version },
  })

export const sendAbstention = (readingId: number, reason: string, conflict: boolean) =>
  api('POST /desk/readings/:reading_id/abstention', { params: { reading_id: readingId }, body: { reason, conflict } })
