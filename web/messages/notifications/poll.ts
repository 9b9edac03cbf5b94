import { notificationPage } from '#shared/messages/notifications/limits.ts'
import { viewHeader } from '#shared/platform/api/view-header.ts'
import { api, session } from '#web/platform/api/portal-api.ts'
import { keepServerTime, serverNow } from '#web/platform/api/server-clock.ts'
import { currentView } from '#web/platform/api/view.ts'
import type { NotificationPage } from './queries.ts'

const query = { status: 'unread', limit: notificationPage, offset: 0 } as const
/** Exactly as the server's shortcut expects it. */
const address = `/api/v3/user/notifications?status=${query.status}&limit=${query.limit}&offset=${query.offset}`

let last: { etag: string; page: NotificationPage } | null = null

/**
 * Asks for the newest unread notifications. When nothing is new, the answer has no body. The browser's cache is not
 * used: the last answer is kept in memory. Every failure is left to the normal API client.
 */
export async function poll(signal: AbortSignal): Promise<NotificationPage> {
  const token = session.token()
  const view = currentView()
  const headers = {
    'X-Token': token ?? '',
    ...(view ? { [viewHeader]: view.id } : {}),
    ...(last ? { 'If-None-Match': last.etag } : {}),
  }
  const response = token === null ? null : await fetch(address, { headers, signal }).catch(() => null)
  if (response) compareClocks(response.headers.get('Date'))
  if (response?.status === 304 && last) return last.page
  const etag = response?.headers.get('ETag')
  if (!response?.ok || !etag) return api('GET /user/notifications', { query, signal })
  const page = (await response.json()) as NotificationPage
  last = { etag, page }
  return page
}

/** The Date header has whole seconds, so a more precise known time is kept. */
const coarseMs = 2_000

/** A browser's clock may be days off; every answer of the portal tells the time. */
function compareClocks(date: string | null): void {
  const answered = Date.parse(date ?? '')
  if (Math.abs(answered - serverNow().getTime()) > coarseMs) keepServerTime(new Date(answered))
}
