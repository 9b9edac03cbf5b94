import type { NotificationPage, Pages } from './queries.ts'

/** The page without the items just read, with the counts reduced. */
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

/** All loaded items, newest first. An item may be on two pages when the list changed between requests. */
export function itemsOf(pages: Pages | undefined) {
  const seen = new Set<number>()
  return (pages?.pages ?? [])
    .flatMap(({ notifications }) => notifications)
    .filter(({ id }) => !seen.has(id) && seen.add(id))
}
