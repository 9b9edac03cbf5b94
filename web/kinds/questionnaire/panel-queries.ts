import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Answer } from '#web/platform/api/client.ts'
import { api, download } from '#web/platform/api/portal-api.ts'
import type { StagePanelProps } from '#web/stages/kind.ts'

export type Overview = Answer<'GET /admin/competitions/:competition/stages/:code/questionnaire'>
export type Profile =
  Answer<'GET /admin/competitions/:competition/stages/:code/questionnaire/profiles'>['profiles'][number]

const key = ({ competition, code }: StagePanelProps) => ['questionnaire-panel', competition, code]

export const overviewQuery = (place: StagePanelProps) =>
  queryOptions({
    queryKey: [...key(place), 'overview'],
    queryFn: () => api('GET /admin/competitions/:competition/stages/:code/questionnaire', { params: { ...place } }),
    staleTime: 0,
  })

export const profilesPage = 20
export const profilesQuery = (place: StagePanelProps, page: number) =>
  queryOptions({
    queryKey: [...key(place), 'profiles', page],
    queryFn: () =>
      api('GET /admin/competitions/:competition/stages/:code/questionnaire/profiles', {
        params: { ...place },
        query: { limit: profilesPage, offset: (page - 1) * profilesPage },
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: false,
  })

/** Each call returns the overview as it is then. */
export function useQuestionnaire(place: StagePanelProps) {
  const queries = useQueryClient()
  const params = { ...place }
  const keep = (overview: Overview) => queries.setQueryData(overviewQuery(place).queryKey, overview)
  const upload = useMutation({
    mutationFn: (file: File) => {
      const body = new FormData()
      body.append('file', file, file.name)
      return api('POST /admin/competitions/:competition/stages/:code/questionnaire/items', { params, body })
    },
    onSuccess: keep,
  })
  const publish = useMutation({
    mutationFn: () => api('POST /admin/competitions/:competition/stages/:code/questionnaire/report', { params }),
    onSuccess: keep,
  })
  return { upload, publish }
}

export function useComment(place: StagePanelProps) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ alias, comment }: { alias: string; comment: string }) =>
      api('PUT /admin/competitions/:competition/stages/:code/questionnaire/profiles/:alias', {
        params: { ...place, alias },
        body: { comment },
      }),
    onSuccess: () => queries.invalidateQueries({ queryKey: [...key(place), 'profiles'] }),
  })
}

/** The report of an invented person. */
export const useReportPreview = (place: StagePanelProps) =>
  useMutation({
    mutationFn: (format: 'pdf' | 'docx') =>
      download('GET /admin/competitions/:competition/stages/:code/questionnaire/report/preview', {
        params: { ...place },
        query: { format },
      }),
  })

export const useProfilesTable = (place: StagePanelProps) =>
  useMutation({
    mutationFn: () =>
      download('GET /admin/competitions/:competition/stages/:code/questionnaire/profiles/csv', {
        params: { ...place },
      }),
  })
