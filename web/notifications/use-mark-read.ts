import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '#web/platform/api/portal-api.ts'
import { listQuery, type Pages, pollQuery } from './queries.ts'
import { pagesWithoutRead, withoutRead } from './without-read.ts'

const mutationKey = ['notifications', 'mark read']

type Marked = { id: number } | { upTo: number; how: number }

/** Marks one, or all that have been listed: at once on the screen, then on the server; a refusal brings them back. */
export function useMarkRead() {
  const queryClient = useQueryClient()
  const pollKey = pollQuery.queryKey
  const unreadKey = listQuery('unread').queryKey
  return useMutation({
    mutationKey,
    mutationFn: (marked: Marked) =>
      'id' in marked
        ? api('PATCH /user/notifications/:id', { params: { id: marked.id }, body: { status: 'read' } })
        : api('POST /user/notifications/read', { body: { up_to: marked.upTo } }),
    onMutate: async (marked) => {
      // An answer that is on its way would bring back what is taken away here.
      await queryClient.cancelQueries({ queryKey: ['notifications'] })
      const before = { poll: queryClient.getQueryData(pollKey), unread: queryClient.getQueryData(unreadKey) }
      const isRead = (id: number) => ('id' in marked ? id === marked.id : id <= marked.upTo)
      const how = 'id' in marked ? 1 : marked.how
      queryClient.setQueryData(pollKey, (page) => page && withoutRead(page, isRead, how))
      queryClient.setQueryData<Pages>(unreadKey, (pages) => pages && pagesWithoutRead(pages, isRead, how))
      return before
    },
    onError: (_error, _marked, before) => {
      queryClient.setQueryData(pollKey, before?.poll)
      queryClient.setQueryData(unreadKey, before?.unread)
    },
    onSettled: () => {
      // Of several marked one after another only the last asks again: before it the server's answer is already old.
      if (queryClient.isMutating({ mutationKey }) === 1)
        return queryClient.invalidateQueries({ queryKey: ['notifications'] })
    },
  })
}

/** Whether something is being marked now, so that the lists must not be compared with what the poll brought. */
export const isMarking = (queryClient: ReturnType<typeof useQueryClient>): boolean =>
  queryClient.isMutating({ mutationKey }) > 0
