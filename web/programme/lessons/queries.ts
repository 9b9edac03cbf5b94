import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { AnswerData } from '#shared/forms/fields/field.ts'
import { photoPairsPage } from '#shared/programme/lessons/limits.ts'
import type { Answer } from '#web/platform/api/client.ts'
import { api, download } from '#web/platform/api/portal-api.ts'
import type { StagePanelProps } from '#web/stages/kind.ts'
import { renewStage } from '#web/stages/use-hand-in.ts'

export type OwnLesson = Answer<'GET /user/stages/:stage_id/lesson'>
export type LessonPlaces = Answer<'GET /user/stages/:stage_id/lesson/places'>
export type LessonNotes = Answer<'GET /desk/works/:work_id/lesson'>
export type Cancellation = Answer<'GET /desk/lesson-cancellations'>['cancellations'][number]
export type Places = Answer<'GET /admin/competitions/:competition/stages/:code/lesson/places'>
export type PhotoPairs = Answer<'GET /admin/competitions/:competition/stages/:code/lesson/photos'>
export type LessonMapData = Answer<'GET /admin/competitions/:competition/stages/:code/lesson/map'>

export const ownLessonQuery = (stageId: number) =>
  queryOptions({
    queryKey: ['lesson', stageId],
    queryFn: () => api('GET /user/stages/:stage_id/lesson', { params: { stage_id: stageId } }),
    staleTime: 0,
  })

export const lessonPlacesQuery = (stageId: number) =>
  queryOptions({
    queryKey: ['lesson', stageId, 'places'],
    queryFn: () => api('GET /user/stages/:stage_id/lesson/places', { params: { stage_id: stageId } }),
    staleTime: 0,
  })

export function useAnswerAuthor(stageId: number) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ testId, answer }: { testId: number; answer: 'confirmed' | 'declined' }) =>
      api('PUT /user/stages/:stage_id/lesson/authors/:test_id', {
        params: { stage_id: stageId, test_id: testId },
        body: { answer },
      }),
    onSuccess: (lesson) => queries.setQueryData(ownLessonQuery(stageId).queryKey, lesson),
  })
}

export function useCancelLesson(stageId: number) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (reason: string) =>
      api('POST /user/stages/:stage_id/lesson/cancellation', { params: { stage_id: stageId }, body: { reason } }),
    onSuccess: (lesson) => {
      queries.setQueryData(ownLessonQuery(stageId).queryKey, lesson)
      renewStage(queries, stageId)
    },
  })
}

export const downloadCertificate = (stageId: number) =>
  download('GET /user/stages/:stage_id/lesson/certificate', { params: { stage_id: stageId } })

export const lessonNotesQuery = (workId: number) =>
  queryOptions({
    queryKey: ['desk', 'works', workId, 'lesson'],
    queryFn: () => api('GET /desk/works/:work_id/lesson', { params: { work_id: workId } }),
    staleTime: 0,
  })

export const cancellationsQuery = queryOptions({
  queryKey: ['desk', 'lesson-cancellations'],
  queryFn: () => api('GET /desk/lesson-cancellations'),
  staleTime: 0,
})

export function useAnswerCancellation() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ id, ...body }: { id: number; confirmed: boolean; closes_at?: string; answer: string }) =>
      api('POST /desk/lesson-cancellations/:cancellation_id', { params: { cancellation_id: id }, body }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['desk'] }),
  })
}

const base = '/admin/competitions/:competition/stages/:code/lesson'

export const placesQuery = (place: StagePanelProps) =>
  queryOptions({
    queryKey: ['lesson-panel', place.competition, place.code, 'places'],
    queryFn: () => api(`GET ${base}/places`, { params: { ...place } }),
    staleTime: 0,
  })

export const photoPairsQuery = (place: StagePanelProps, page: number) =>
  queryOptions({
    queryKey: ['lesson-panel', place.competition, place.code, 'photos', page],
    queryFn: () => api(`GET ${base}/photos`, { params: { ...place }, query: { offset: (page - 1) * photoPairsPage } }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })

export const lessonMapQuery = (place: StagePanelProps) =>
  queryOptions({
    queryKey: ['lesson-panel', place.competition, place.code, 'map'],
    queryFn: () => api(`GET ${base}/map`, { params: { ...place } }),
    staleTime: 0,
  })

/** Adds a school, or changes the one with this number. */
export function useSavePlace(place: StagePanelProps, placeId: number | null) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (answer: AnswerData) => {
      const body = { answer: { ...answer } }
      return placeId === null
        ? api(`POST ${base}/places`, { params: { ...place }, body })
        : api(`PUT ${base}/places/:place_id`, { params: { ...place, place_id: placeId }, body })
    },
    onSuccess: (places) => queries.setQueryData(placesQuery(place).queryKey, places),
  })
}

export function useRemovePlace(place: StagePanelProps) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (placeId: number) =>
      api(`DELETE ${base}/places/:place_id`, { params: { ...place, place_id: placeId } }),
    onSuccess: (places) => queries.setQueryData(placesQuery(place).queryKey, places),
  })
}

export const downloadCertificates = (place: StagePanelProps) =>
  download(`GET ${base}/certificates`, { params: { ...place } })
