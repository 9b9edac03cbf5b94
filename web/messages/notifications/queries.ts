import { type InfiniteData, infiniteQueryOptions, type QueryKey, queryOptions } from '@tanstack/react-query'
import { notificationPage } from '#shared/messages/notifications/limits.ts'
import type { Answer } from '#web/platform/api/client.ts'
import { api, session } from '#web/platform/api/portal-api.ts'
import { limits } from '#web/platform/limits.ts'
import { poll } from './poll.ts'

export type NotificationPage = Answer<'GET /user/notifications'>
export type Notification = NotificationPage['notifications'][number]
export type Status = Notification['status']
export type Pages = InfiniteData<NotificationPage, number>

/**
 * The newest unread notifications: every 15 s while there is a token and the page is visible, and when it becomes
 * visible again.
 */
export const pollQuery = queryOptions({
  queryKey: ['notifications', 'poll'],
  queryFn: ({ signal }) => poll(signal),
  refetchInterval: () => (session.token() === null ? false : limits.notificationPollMs),
  refetchIntervalInBackground: false,
  refetchOnWindowFocus: 'always',
  staleTime: 0,
})

/** One list, ten per page; `read` is the history. */
export const listQuery = (status: Status) =>
  infiniteQueryOptions<NotificationPage, Error, Pages, QueryKey, number>({
    queryKey: ['notifications', status],
    queryFn: ({ pageParam, signal }) =>
      api('GET /user/notifications', { query: { status, limit: notificationPage, offset: pageParam }, signal }),
    initialPageParam: 0,
    getNextPageParam: ({ count }, _pages, offset) => nextOffset(count, offset),
    staleTime: limits.notificationPollMs,
  })

/** The last page is reached when the count is below offset plus limit. */
const nextOffset = (count: number, offset: number): number | undefined =>
  count < offset + notificationPage ? undefined : offset + notificationPage
