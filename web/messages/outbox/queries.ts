import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { undeliveredPage } from '#shared/messages/outbox/limits.ts'
import { counted } from '#shared/platform/time/plural.ts'
import type { Answer } from '#web/platform/api/client.ts'
import { api } from '#web/platform/api/portal-api.ts'
import { showBanner } from '#web/platform/messages/banner.ts'

export type Undelivered = Answer<'GET /admin/undelivered'>['messages'][number]

export const undeliveredQuery = (page: number) =>
  queryOptions({
    queryKey: ['undelivered', page],
    queryFn: () =>
      api('GET /admin/undelivered', { query: { limit: undeliveredPage, offset: (page - 1) * undeliveredPage } }),
    placeholderData: (before) => before,
    staleTime: 0,
  })

export function useSendAgain() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (ids: number[]) => api('POST /admin/undelivered/again', { body: { ids } }),
    onSuccess: ({ again }) => {
      void queries.invalidateQueries({ queryKey: ['undelivered'] })
      void queries.invalidateQueries({ queryKey: ['duties'] })
      showBanner(`Снова в пути: ${counted(again, 'сообщение', 'сообщения', 'сообщений')}`, 'success')
    },
  })
}
