import { queryOptions } from '@tanstack/react-query'
import { api, session } from '#web/platform/api/portal-api.ts'
import { limits } from '#web/platform/limits.ts'

/** The unread ones, asked for every 15 s while there is a token. */
export const unreadQuery = queryOptions({
  queryKey: ['notifications', 'unread'],
  queryFn: () =>
    api('GET /user/notifications', { query: { status: 'unread', limit: limits.notificationPage, offset: 0 } }),
  refetchInterval: () => (session.token() === null ? false : limits.notificationPollMs),
  staleTime: 0,
})
