import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { LetterName, LetterText } from '#shared/messages/letters/letters.ts'
import type { Answer } from '#web/platform/api/client.ts'
import { api } from '#web/platform/api/portal-api.ts'

const base = '/admin/competitions/:competition/letters'
type Letters = Answer<`GET ${typeof base}`>
export type WrittenLetter = Letters['letters'][number]

export const lettersQuery = (competition: string) =>
  queryOptions({
    queryKey: ['letters', competition],
    queryFn: () => api(`GET ${base}`, { params: { competition } }),
    staleTime: 0,
  })

/** Saves the text of a letter; without a text the portal's own is used again. */
export function useSaveLetter(competition: string, letter: LetterName) {
  const queries = useQueryClient()
  const params = { competition, letter }
  return useMutation({
    mutationFn: ({ words, was }: { words: LetterText | null; was: LetterText }) =>
      words
        ? api(`PUT ${base}/:letter`, { params, body: { ...words, was } })
        : api(`POST ${base}/:letter/reset`, { params, body: { was } }),
    onSuccess: (list) => {
      queries.setQueryData(lettersQuery(competition).queryKey, list)
      void queries.invalidateQueries({ queryKey: ['console', competition, 'audit'] })
    },
  })
}

export const testOn = (competition: string, letter: LetterName, words: LetterText) =>
  api(`POST ${base}/:letter/test`, { params: { competition, letter }, body: words })
