import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '#web/platform/api/portal-api.ts'
import { listQuery, type Pages, pollQuery } from './queries.ts'
import { pagesWithoutRead, withoutRead } from './without-read.ts'

const mutationKey = ['notifications', 'mark read']

type Marked = { id: number } | { upTo: number; how: number }

/** Marks one or all listed as read: at once on the screen, then on the server. A refusal brings them back. */
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
      // A running request would bring back what is removed here.
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
      // When several are marked one after another, only the last one reloads: earlier answers would be outdated.
      if (queryClient.isMutating({ mutationKey }) === 1)
        return queryClient.invalidateQueries({ queryKey: ['notifications'] })
    },
  })
}

/** Whether something is being marked now, so that the lists must not be compared with the poll. */
export const isMarking = (queryClient: ReturnType<typeof useQueryClient>): boolean =>
  queryClient.isMutating({ mutationKey }) > 0
