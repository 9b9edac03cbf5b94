import { queryOptions } from '@tanstack/react-query'
import type { AnswerData } from '#shared/forms/fields/field.ts'
import type { Answer } from '#web/platform/api/client.ts'
import { isFailure } from '#web/platform/api/failure.ts'
import { api } from '#web/platform/api/portal-api.ts'

export type Review = Answer<'GET /admin/competitions/:competition/stages/:code/review'>

/** Null for a stage that nobody checks. */
export const reviewQuery = (competition: string, code: string) =>
  queryOptions({
    queryKey: ['desk', 'review', competition, code],
    queryFn: async (): Promise<Review | null> => {
      try {
        return await api('GET /admin/competitions/:competition/stages/:code/review', { params: { competition, code } })
      } catch (error) {
        if (isFailure(error, 'stage_not_found')) return null
        throw error
      }
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

export const saveReview = (competition: string, code: string, answer: AnswerData) =>
  api('PUT /admin/competitions/:competition/stages/:code/review', { params: { competition, code }, body: { answer } })

export const addChecker = (competition: string, code: string, email: string) =>
  api('POST /admin/competitions/:competition/stages/:code/checkers', {
    params: { competition, code },
    body: { email },
  })

export const limitChecker = (competition: string, code: string, testId: number, regions: string[]) =>
  api('PUT /admin/competitions/:competition/stages/:code/checkers/:test_id', {
    params: { competition, code, test_id: testId },
    body: { regions },
  })

export const removeChecker = (competition: string, code: string, testId: number) =>
  api('DELETE /admin/competitions/:competition/stages/:code/checkers/:test_id', {
    params: { competition, code, test_id: testId },
  })
