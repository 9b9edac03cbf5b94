import type { Db } from '#server/db.ts'
import type { Page } from '#shared/platform/api/page.ts'

export async function countNotifications(db: Db, accountId: number): Promise<{ unread: number; read: number }> {
  const counted = await countNotificationsQuery(db, accountId).executeTakeFirstOrThrow()
  return { unread: Number(counted.unread), read: Number(counted.read) }
}

/** Both counts in one query; each half has its own index. */
export function countNotificationsQuery(db: Db, accountId: number) {
  const half = (isRead: boolean) =>
    db
      .selectFrom('notifications')
      .select((eb) => eb.fn.countAll<string>().as('count'))
      .where('account_id', '=', accountId)
      .where('read_at', isRead ? 'is not' : 'is', null)
  return db.selectNoFrom([half(false).as('unread'), half(true).as('read')])
}

/** Newest first. */
export function notificationsOf(
  db: Db,
  accountId: number,
  { status, limit, offset }: Page & { status: 'unread' | 'read' },
) {
  return db
    .selectFrom('notifications')
    .select(['id', 'title', 'text', 'payload', 'created_at'])
    .where('account_id', '=', accountId)
    .where('read_at', status === 'unread' ? 'is' : 'is not', null)
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
}

/** False when the person has no such notification. One that is already read keeps its time. */
export async function markRead(db: Db, accountId: number, id: number, now: Date): Promise<boolean> {
  const found = await db
    .updateTable('notifications')
    .set((eb) => ({ read_at: eb.fn.coalesce('read_at', eb.val(now)) }))
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return found !== undefined
}

/** Marks all notifications up to this one as read; newer ones stay unread. */
export async function markReadUpTo(db: Db, accountId: number, id: number, now: Date): Promise<void> {
  await db
    .updateTable('notifications')
    .set({ read_at: now })
    .where('account_id', '=', accountId)
    .where('read_at', 'is', null)
    .where('id', '<=', id)
    .execute()
}
