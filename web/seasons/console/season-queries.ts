import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { AnswerData, FormSchema } from '#shared/forms/fields/field.ts'
import type { Answer } from '#web/platform/api/client.ts'
import { api } from '#web/platform/api/portal-api.ts'

export type EditedSeason = Omit<Answer<'GET /admin/competitions/:competition/season'>, 'form' | 'answer'> & {
  form: FormSchema
  answer: AnswerData
}

const readSeason = async (competition: string) =>
  (await api('GET /admin/competitions/:competition/season', { params: { competition } })) as EditedSeason

/** Always loaded again when the page opens, and never while somebody is editing. */
export const seasonSettingsQuery = (competition: string) =>
  queryOptions({
    queryKey: ['console', competition, 'season'],
    queryFn: () => readSeason(competition),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

export function useSeasonSaving(competition: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async ({ revision, answer }: { revision: number; answer: AnswerData }) =>
      (await api('PUT /admin/competitions/:competition/season', {
        params: { competition },
        body: { revision, answer: { ...answer } },
      })) as EditedSeason,
    onSuccess: (season) => {
      queries.setQueryData(seasonSettingsQuery(competition).queryKey, season)
      for (const queryKey of [['console', competition, 'stages'], ['console', competition, 'audit'], ['competitions']])
        void queries.invalidateQueries({ queryKey })
      for (const queryKey of [['tracks'], ['stages'], ['stage']]) void queries.invalidateQueries({ queryKey })
    },
  })
}

/** The settings as they are saved now, apart from the edits on the page. */
export const savedNow = readSeason
