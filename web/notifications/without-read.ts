import type { NotificationPage, Pages } from './queries.ts'

/** The page as it will be when these have been read: they are gone, and the counts are less by as many. */
export function withoutRead(page: NotificationPage, isRead: (id: number) => boolean, how: number): NotificationPage {
  return {
    notifications: page.notifications.filter(({ id }) => !isRead(id)),
    count: Math.max(0, page.count - how),
    unread: Math.max(0, page.unread - how),
  }
}

export const pagesWithoutRead = (pages: Pages, isRead: (id: number) => boolean, how: number): Pages => ({
  ...pages,
  pages: pages.pages.map((page) => withoutRead(page, isRead, how)),
})

/** All that was loaded, newest first. While the list moved under our feet one may have come in two pages. */
export function itemsOf(pages: Pages | undefined) {
  const seen = new Set<number>()
  return (pages?.pages ?? [])
    .flatMap(({ notifications }) => notifications)
    .filter(({ id }) => !seen.has(id) && seen.add(id))
}
