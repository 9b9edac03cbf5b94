import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { FieldOption, FormSchema } from '#shared/forms/fields/field.ts'
import type { Answer } from '#web/platform/api/client.ts'
import { api } from '#web/platform/api/portal-api.ts'
import { refreshChecklist, seasonQuery } from '#web/seasons/console/queries.ts'
import type { StagePanelProps } from '#web/stages/kind.ts'

type Wire = Answer<'GET /admin/competitions/:competition/stages/:code/form'>
export type EditedForm = Omit<Wire, 'form' | 'published'> & { form: FormSchema; published: FormSchema | null }
export type Dictionaries = Record<string, FieldOption[]>
export type KnownDictionary = Answer<'GET /admin/competitions/:competition/dictionaries'>['dictionaries'][number]

/** Always loaded again when the editor opens, and never while somebody is editing. */
export const formQuery = (place: StagePanelProps) =>
  queryOptions({
    queryKey: ['built-form', place.competition, place.code],
    queryFn: async () =>
      (await api('GET /admin/competitions/:competition/stages/:code/form', { params: { ...place } })) as EditedForm,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

export const dictionariesQuery = (competition: string) =>
  queryOptions({
    queryKey: ['known-dictionaries', competition],
    queryFn: () => api('GET /admin/competitions/:competition/dictionaries', { params: { competition } }),
    staleTime: 0,
  })

/** The calls of the form's editor. Each answers with the form as it is then. */
export function useFormCalls(place: StagePanelProps) {
  const queries = useQueryClient()
  const params = { ...place }
  const keep = (edited: EditedForm): EditedForm => {
    queries.setQueryData(formQuery(place).queryKey, edited)
    return edited
  }
  return {
    read: () => queries.fetchQuery({ ...formQuery(place), staleTime: 0 }),
    save: async (revision: number, form: FormSchema) =>
      keep(
        (await api('PUT /admin/competitions/:competition/stages/:code/form', {
          params,
          body: { revision, form: form as never },
        })) as EditedForm,
      ),
    drop: async (revision: number) =>
      keep(
        (await api('DELETE /admin/competitions/:competition/stages/:code/form', {
          params,
          query: { revision },
        })) as EditedForm,
      ),
    publish: async (revision: number, answers: 'keep' | 'reopen' | null) => {
      const edited = keep(
        (await api('POST /admin/competitions/:competition/stages/:code/form/publish', {
          params,
          body: { revision, answers },
        })) as EditedForm,
      )
      for (const queryKey of [
        seasonQuery(place.competition).queryKey,
        ['console', place.competition, 'audit'],
        ...[['stages'], ['stage'], ['work']],
      ])
        void queries.invalidateQueries({ queryKey })
      await refreshChecklist(queries, place)
      return edited
    },
  }
}

export function useDictionaryUpload(competition: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ dict, title, file }: { dict: string; title: string; file: File }) => {
      const body = new FormData()
      body.append('file', file, file.name)
      return api('POST /admin/competitions/:competition/dictionaries/:dict/import', {
        params: { competition, dict },
        query: { title },
        body,
      })
    },
    onSuccess: (known) => queries.setQueryData(dictionariesQuery(competition).queryKey, known),
  })
}
