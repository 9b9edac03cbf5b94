import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { AdmissionCriteria } from '#shared/accounts/registration/admission.ts'
import { entryCodesPage } from '#shared/accounts/registration/entry-code.ts'
import type { Answer } from '#web/platform/api/client.ts'
import { api } from '#web/platform/api/portal-api.ts'
import type { StagePanelProps } from '#web/stages/kind.ts'

export type Overview = Answer<'GET /admin/competitions/:competition/stages/:code/registration'>

export const overviewQuery = (place: StagePanelProps) =>
  queryOptions({
    queryKey: ['registration-console', place.competition, place.code, 'overview'],
    queryFn: () => api('GET /admin/competitions/:competition/stages/:code/registration', { params: { ...place } }),
    staleTime: 0,
  })

/** How many people who applied would not meet these criteria. */
export const useAdmissionEffect = (place: StagePanelProps) =>
  useMutation({
    mutationFn: (admission: AdmissionCriteria) =>
      api('POST /admin/competitions/:competition/stages/:code/registration/admission', {
        params: { ...place },
        body: { admission: admission as never },
      }),
  })

export function useAskForConsent(place: StagePanelProps) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ code: document, version }: { code: string; version: number }) =>
      api('POST /admin/competitions/:competition/stages/:code/registration/consents/:document', {
        params: { ...place, document },
        body: { version },
      }),
    onSuccess: (overview) => queries.setQueryData(overviewQuery(place).queryKey, overview),
  })
}

export type EntryCode = Answer<'GET /admin/competitions/:competition/stages/:code/registration/codes'>['codes'][number]

const codesKey = (place: StagePanelProps) => ['registration-console', place.competition, place.code, 'codes']

export const codesQuery = (place: StagePanelProps, page: number) =>
  queryOptions({
    queryKey: [...codesKey(place), page],
    queryFn: () =>
      api('GET /admin/competitions/:competition/stages/:code/registration/codes', {
        params: { ...place },
        query: { limit: entryCodesPage, offset: (page - 1) * entryCodesPage },
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

export function useCodeCalls(place: StagePanelProps) {
  const queries = useQueryClient()
  const again = () => queries.invalidateQueries({ queryKey: codesKey(place) })
  return {
    make: async (body: { reason: string; uses: number; expires_at: string; email: string | null }) => {
      const made = await api('POST /admin/competitions/:competition/stages/:code/registration/codes', {
        params: { ...place },
        body,
      })
      await again()
      return made
    },
    revoke: async (id: number) => {
      await api('POST /admin/competitions/:competition/stages/:code/registration/codes/:id/revocation', {
        params: { ...place, id },
      })
      await again()
    },
  }
}
