import { queryOptions } from '@tanstack/react-query'
import type { Answer } from '#web/platform/api/client.ts'
import { api } from '#web/platform/api/portal-api.ts'

export type Extensions = Answer<'GET /admin/competitions/:competition/stages/:code/extensions'>

/** Milliseconds between updates while people are still being notified. */
const whileTelling = 2500

export const extensionsQuery = (competition: string, code: string) =>
  queryOptions({
    queryKey: ['extensions', competition, code],
    queryFn: () =>
      api('GET /admin/competitions/:competition/stages/:code/extensions', { params: { competition, code } }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.groups.some(({ telling }) => telling) ? whileTelling : false),
  })

export const extendRegions = (
  competition: string,
  code: string,
  body: { regions: string[]; closes_at: string; reason: string },
) => api('POST /admin/competitions/:competition/stages/:code/extensions', { params: { competition, code }, body })
